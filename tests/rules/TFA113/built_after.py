"""Functions that set what a trace reads and then build layers, which trace anew: behind the change, or before it."""

import tensorflow as tf

scaling = None
shift = None


def scaled(x):
    return x * scaling.factor


def shifted(x):  # keeps-root
    return x + shift.amount
#~             ^^^^^ TFA113 `shift` is read once, at trace time, and changes later


def with_scaling(given):
    global scaling
    scaling = given
    inputs = tf.keras.Input((8,))
    return tf.keras.Model(inputs, tf.keras.layers.Activation(scaled)(inputs))


def with_shift(given):
    global shift
    inputs = tf.keras.Input((8,))
    outputs = tf.keras.layers.Activation(shifted)(inputs)
    shift = given
    return tf.keras.Model(inputs, outputs)
