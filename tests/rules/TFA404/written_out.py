"""Calls that the code writes out one by one, each with an object of its own: more than three new ones are no choice of a few modes."""

import tensorflow as tf


class Gain:
    def __init__(self, value):
        self.value = value


@tf.function
def many(x, gain):
    return x * gain.value


@tf.function
def few(x, gain):
    return x * gain.value


@tf.function
def prepared(x, gain):
    return x * gain.value


many(tf.constant(1.0), Gain(0.5))
many(tf.constant(1.0), Gain(1.5))
#~^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA404 each new `Gain` instance passed to `many` triggers a retrace
many(tf.constant(1.0), Gain(2.5))
many(tf.constant(1.0), Gain(3.5))
few(tf.constant(1.0), Gain(0.5))
few(tf.constant(1.0), Gain(1.5))
few(tf.constant(1.0), Gain(2.5))
first, second, third, fourth = Gain(0.5), Gain(1.5), Gain(2.5), Gain(3.5)
prepared(tf.constant(1.0), first)
prepared(tf.constant(1.0), second)
prepared(tf.constant(1.0), third)
prepared(tf.constant(1.0), fourth)
