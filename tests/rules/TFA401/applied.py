"""Functions that `map` and `functools.reduce` call for each of many elements."""

import functools
from functools import reduce

import tensorflow as tf

RATES = [0.5] * 40


def grown(total, i):
    return total * 2.0 + tf.cast(i, tf.float32)


def counted(total, i):
    return total + i


@tf.function
def power(x):
    return functools.reduce(lambda total, i: total * x, range(200), x)
#~                                                      ^^^^^^^^^^ TFA401 the loop over `range(200)` is unrolled into the graph


@tf.function
def passed(x):
    return reduce(grown, RATES, x)
#~                       ^^^^^ TFA401 the loop over `RATES` is unrolled into the graph


@tf.function
def mapped(x):
    return tf.add_n(list(map(lambda rate: x * rate, RATES)))
#~                                                  ^^^^^ TFA401 the loop over `RATES` is unrolled into the graph


@tf.function
def few(x):
    total = functools.reduce(counted, range(200), 0)
    return functools.reduce(lambda total, i: total * x, range(3), x) + float(total)
