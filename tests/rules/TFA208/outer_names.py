"""Python scalars from outside of the function that one branch of a tensor condition takes."""

import tensorflow as tf

SCALE = 2
RATE = 0.5


@tf.function
def of_module(x):
    if tf.reduce_sum(x) > 0:
        y = x
    else:
        y = SCALE
#~      ^^^^^^^^^ TFA208 `y` is int32 in one branch and float32 in the other
    return y


@tf.function
def alike(x):
    if tf.reduce_sum(x) > 0:
        y = x
    else:
        y = RATE
    return y


def make(scale, rate, either):
    @tf.function
    def of_maker(x):
        if tf.reduce_sum(x) > 0:
            y = x
        else:
            y = scale
#~          ^^^^^^^^^ TFA208 `y` is int32 in one branch and float32 in the other
        if tf.reduce_sum(x) > 1:
            z = x
        else:
            z = rate
        if tf.reduce_sum(x) > 2:
            w = x
        else:
            w = either
        return y, z, w

    return of_maker


alike(tf.ones(3)), of_module(tf.ones(3))
make(2, 0.5, 1)(tf.ones(3))
make(3, 1.5, 1.0)(tf.ones(3))
