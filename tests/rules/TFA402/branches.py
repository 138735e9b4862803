"""Python numbers of which a branch decides that is not known, and those that are items of an argument."""

import tensorflow as tf


@tf.function
def step(x, rate):
    return x * rate


@tf.function
def mode(x, rate):
    return x * rate


@tf.function
def listed(x, rates):
    return x * rates[0]


class Optimizer:
    def __init__(self):
        self.rate = 0.1
        self.momentum = 0.9

    def reduce(self, loss):
        if loss > 0.5:
            self.rate *= 0.5


def on_plateau(n):
    rate = 0.1
    optimizer = Optimizer()
    x = tf.constant(2.0)
    for _ in range(n):
        y = step(x, rate)
#~          ^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `rate`
        if float(y) > 0.01:
            rate = rate * 0.5
        chosen = 0.1 if float(y) > 0.1 else 0.2
        mode(x, chosen)
        mode(x, optimizer.momentum)
        step(x, optimizer.rate)
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `optimizer.rate`
        optimizer.reduce(float(y))


def section(loss, low, high, n):
    for _ in range(n):
        left, right = high - 0.6 * (high - low), low + 0.6 * (high - low)
        if loss(left) < loss(right):
            high = right
        else:
            low = left
    return low


def tuned(x, n):
    section(lambda rate: float(step(tf.square(x), tf.constant(rate))), 0.0, 1.0, n)
    return section(lambda rate: float(step(x, rate)), 0.0, 1.0, n)
#~                                    ^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `rate`


def scheduled(x, rates):
    for rate in rates:
        step(x, float(rate))
#~      ^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `rate`
        listed(x, [round(rate, 2)])
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `listed` retraces for every distinct Python value of `rate`
        listed(x, [tf.constant(rate)])
        step(x, rate)
