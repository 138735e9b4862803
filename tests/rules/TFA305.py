"""`len` of a tensor of unknown length, mixed with floats."""

import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def mixed(x):
    a = tf.reduce_sum(x) / len(x)
#~                         ^^^^^^ TFA305 `len(x)` is an int32 tensor if the length is unknown
    b = len(x) * 0.5
#~      ^^^^^^ TFA305 `len(x)` is an int32 tensor if the length is unknown
    c = len(x) * 2 + tf.shape(x)[0] * len(x)
    rest = tf.math.floormod(len(x), 4)
    c = len(x) - rest + tf.cast(rest, tf.int32) * len(x)
    d = tf.cast(len(x), x.dtype) * 0.5
    return a, b, c, d


@tf.function(input_signature=[tf.TensorSpec([3], tf.float32)])
def known(x):
    return tf.reduce_sum(x) / len(x), len([1, 2]) * 0.5


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def asks_a_helper(x):
    return near(x)


def near(x):
    return far(x)


def far(x):
    return tf.reduce_sum(x) / len(x)
#~                            ^^^^^^ TFA305 `len(x)` is an int32 tensor if the length is unknown


class Model(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def step(self, x):
        def inner(value):
            return tf.reduce_sum(value) / len(value)
#~                                        ^^^^^^^^^^ TFA305 `len(value)` is an int32 tensor if the length is unknown

        return inner(x)


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def computed(x):
    n = len(x)
    half = n // 2
    mean = tf.reduce_sum(x) / n
#~                            ^ TFA305 `n` is an int32 tensor if the length is unknown
    spread = 1.0 / (len(x) - 1)
#~                  ^^^^^^^^^^ TFA305 `len(x) - 1` is an int32 tensor if the length is unknown
    twice = len(x) * 0.5 + 1.0
#~          ^^^^^^ TFA305 `len(x)` is an int32 tensor if the length is unknown
    return mean, spread, twice, x[:half] * 2.0


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def repeated(x, most=6):
    filled = [0.0] * (most - len(x))
#~                    ^^^^^^^^^^^^^ TFA305 `most - len(x)` is an int32 tensor if the length is unknown
    several = [x] * 2
    return tf.constant(filled), several, [0.0] * len(several)
