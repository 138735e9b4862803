"""Functions that are traced by a call below them."""

import functools
import time

import tensorflow as tf


def step(x):
    print("step")
    return x * time.time()


step = tf.function(step)


def fast(x):
    results.append(x)
    return x


fast = tf.function(fast, jit_compile=True)
results = []


def timed(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        began = time.time()
        value = function(*args, **kwargs)
        print(time.time() - began)
        return value

    return inner


@tf.function
@timed
def slow(x):
    return x + 1


class Runner:
    def __init__(self):
        self.log = []
        self.run = tf.function(self._run)

    def _run(self, x):
        self.log.append(x)
        return self._double(x)

    def _double(self, x):
        print("double")
        return x * 2


@functools.partial(tf.function, reduce_retracing=True)
def partial(x):
    print(x)
    return x
