"""Helpers at some distance from the traced function."""

import logging
import math
import random

import tensorflow as tf

logger = logging.getLogger(__name__)


def half(x):
    return x / 2


def jitter(x):
    return x + random.uniform(0.0, 1.0)


def announce(x):
    logger.info("x is %s", x)


def norm(x, order=2):
    if order == 2:
        return tf.sqrt(tf.reduce_sum(tf.square(x)))
    return tf.reduce_max(tf.abs(x))


def scaled(x, factor=1.0, shift=0.0):
    announce(x)
    return jitter(x) * factor + shift


def area(radius):
    return math.pi * radius


@tf.function
def step(x):
    y = scaled(x, factor=2.0)
    z = scaled(half(y), 3.0, shift=1.0)
    return norm(z, order=2) + area(radius=2.0)
