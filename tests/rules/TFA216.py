"""Results of checks and updates that are dropped."""

import keras
import tensorflow as tf
from tensorflow import ensure_shape as check


@tf.function
def dropped(x):
    tf.ensure_shape(x, [None, 3])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA216 the result of `tf.ensure_shape` is ignored, and with it the call
    check(x, [None, 3])
#~  ^^^^^^^^^^^^^^^^^^^ TFA216 the result of `tf.ensure_shape` is ignored, and with it the call
    tf.tensor_scatter_nd_update(x, [[0]], [1.0])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA216 the result of `tf.tensor_scatter_nd_update` is ignored, and with it the call
    tf.tensor_scatter_nd_add(x, [[0]], [1.0])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA216 the result of `tf.tensor_scatter_nd_add` is ignored, and with it the call
    tf.tensor_scatter_nd_max(x, [[0]], [1.0])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA216 the result of `tf.tensor_scatter_nd_max` is ignored, and with it the call
    return x


@tf.function
def used(x):
    x = tf.ensure_shape(x, [None, 3])
    x = tf.tensor_scatter_nd_update(x, [[0]], [1.0])
    x.set_shape([None, 3])
    tf.debugging.check_numerics(x, "x")
    tf.debugging.assert_positive(x)
    return tf.ensure_shape(x, [None, 3])


@tf.function
def asks_a_helper(x):
    return helper(x)


def helper(x):
    return deeper(x)


def deeper(x):
    tf.ensure_shape(x, [3])
#~  ^^^^^^^^^^^^^^^^^^^^^^^ TFA216 the result of `tf.ensure_shape` is ignored, and with it the call
    return x


class Layer(keras.layers.Layer):
    def call(self, inputs):
        def checked():
            tf.ensure_shape(inputs, [None, 3])
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA216 the result of `tf.ensure_shape` is ignored, and with it the call
            return inputs

        return checked()


def parse(x):  # keeps-root
    tf.ensure_shape(x, [])
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA216 the result of `tf.ensure_shape` is ignored, and with it the call
    return x


dataset = tf.data.Dataset.range(3).map(parse)
