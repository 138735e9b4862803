"""Losses with arguments by position and by name."""

import logging

import numpy as np
import tensorflow as tf

log = logging.getLogger("losses")


def weighted(value, weight=1.0, reduce="mean"):
    log.debug("weight %s", weight)
    scaled = value * weight
    if reduce in ("mean", "average"):
        return tf.reduce_mean(scaled)
    return tf.reduce_sum(scaled)


def huber(y_true, y_pred, delta=1.0):
    error = y_true - y_pred
    small = tf.abs(error) <= delta
    value = tf.where(small, tf.square(error), delta * tf.abs(error))
    return weighted(value, weight=np.random.rand(), reduce="sum")


def combined(y_true, y_pred, *, parts=("huber",), scale=None):
    total = 0.0
    for part in parts:
        if part == "huber":
            total += huber(y_true, y_pred, delta=0.5)
        else:
            total += weighted(tf.abs(y_true - y_pred), 2.0, "mean")
    scale = 1.0 if scale is None else scale
    return total * scale


@tf.function
def step(x, y):
    first = combined(x, y)
    second = combined(x, y, parts=("l1",), scale=2.0)
    print("losses", first, second)
    return first + second


@tf.function
def unequal(x, y, delta: float = 1.0):
    value = huber(x, y_pred=y, delta=delta)
    if value > 1.0:
        result = value
    else:
        result = 1
    return result
