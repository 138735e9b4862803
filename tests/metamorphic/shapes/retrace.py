"""Calls that retrace."""

import tensorflow as tf


@tf.function
def step(x, rate, training=True, name="step"):
    return x * rate if training else x


class Config:
    def __init__(self, rate):
        self.rate = rate


@tf.function
def configured(x, config):
    return x * config.rate


def drive(batches):
    count = 0
    for number, x in enumerate(batches):
        step(x, number)
        step(x, rate=0.1 * number, training=False)
        configured(x, Config(number))
        count = count + 1
    for k in range(10):
        traced = tf.function(lambda v: v * 2)
        traced(tf.constant(1.0))
        step(tf.zeros([k]), 0.1, name="other")
    return count


def epochs(n):
    rate = 1.0
    while rate > 0.1:
        step(tf.ones([2]), rate)
        rate = rate * 0.5
