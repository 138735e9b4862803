"""Results of functions behind a decorator of the project that hands them on, or does not."""

import functools
import random

import tensorflow as tf


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        result = function(*args, **kwargs)
        return result

    return wrapper


def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return len(list(function(*args, **kwargs)))

    return wrapper


@logged
def images(count):
    return tf.data.Dataset.range(count)


@counted
def numbers(count):
    return tf.data.Dataset.range(count)


def shake(x):
    return tf.cast(x, tf.float32) + random.random()  # keeps-root
#~                                  ^^^^^^^^^^^^^^^ TFA110 `random.random` draws only once, at trace time


def shake_eagerly(x):
    return x + random.random()


shaken = images(3).map(shake)
others = numbers(3).map(shake_eagerly)
