"""Names of operations that are no text."""

import numpy as np
import tensorflow as tf

NAME = "scaled"
SLOPE = 0.2


@tf.function
def named(x: tf.Tensor, name, flag=True):
    a = tf.sqrt(x, tf.float32)
#~                 ^^^^^^^^^^ TFA310 `tf.float32` is the `name` of `tf.sqrt`
    b = tf.nn.relu(x, 0.2)
#~                    ^^^ TFA310 `0.2` is the `name` of `tf.nn.relu`
    c = tf.nn.relu(x, name=SLOPE)
#~                         ^^^^^ TFA310 `SLOPE` is the `name` of `tf.nn.relu`
    d = tf.multiply(x, x, x)
#~                        ^ TFA310 `x` is the `name` of `tf.multiply`
    e = tf.maximum(x, 0.0, 1)
#~                         ^ TFA310 `1` is the `name` of `tf.maximum`
    f = tf.reduce_sum(x, 0, True, True)
#~                                ^^^^ TFA310 `True` is the `name` of `tf.reduce_sum`
    g = tf.exp(x, NAME), tf.exp(x, None), tf.exp(x, 0), tf.exp(x, False), tf.exp(x, ""), tf.exp(x, name)
    h = tf.reduce_sum(x, 0, True, name="total"), tf.exp(x, name=f"exp_{NAME}"), tf.cast(x, tf.int32)
    i = np.sqrt(2.0, None), tf.nn.leaky_relu(x, 0.2), tf.multiply(*(x, x), name), tf.multiply(*(x, x, name))
    return a, b, c, d, e, f, g, h, i


def helper(x):
    return tf.square(x, x)
#~                      ^ TFA310 `x` is the `name` of `tf.square`


@tf.function
def calls(x: tf.Tensor):
    return helper(x * 2.0)


def eager(x):
    return tf.sqrt(x, tf.float32)
