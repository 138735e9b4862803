"""Results of checks and updates that are dropped."""

import keras
import tensorflow as tf
from tensorflow import ensure_shape as check


@tf.function
def dropped(x):
    tf.ensure_shape(x, [None, 3])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA216 `tf.ensure_shape` has no effect unless its result is used
    check(x, [None, 3])
#~  ^^^^^^^^^^^^^^^^^^^ TFA216 `tf.ensure_shape` has no effect unless its result is used
    tf.tensor_scatter_nd_update(x, [[0]], [1.0])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA216 `tf.tensor_scatter_nd_update` has no effect unless its result is used
    tf.tensor_scatter_nd_add(x, [[0]], [1.0])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA216 `tf.tensor_scatter_nd_add` has no effect unless its result is used
    tf.tensor_scatter_nd_max(x, [[0]], [1.0])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA216 `tf.tensor_scatter_nd_max` has no effect unless its result is used
    tf.gather(x, [4])
#~  ^^^^^^^^^^^^^^^^^ TFA216 `tf.gather` has no effect unless its result is used
    tf.strings.to_number(tf.strings.as_string(x))
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA216 `tf.strings.to_number` has no effect unless its result is used
    return x


@tf.function
def used(x):
    x = tf.gather(x, [0])
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
#~  ^^^^^^^^^^^^^^^^^^^^^^^ TFA216 `tf.ensure_shape` has no effect unless its result is used
    return x


class Layer(keras.layers.Layer):
    def call(self, inputs):
        def checked():
            tf.ensure_shape(inputs, [None, 3])
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA216 `tf.ensure_shape` has no effect unless its result is used
            return inputs

        return checked()


def parse(x):  # keeps-root
    tf.ensure_shape(x, [])
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA216 `tf.ensure_shape` has no effect unless its result is used
    return x


@tf.function
def forgets(x, i):
    shaped = tf.ensure_shape(x, [3])
#~           ^^^^^^^^^^^^^^^^^^^^^^^ TFA216 `tf.ensure_shape` has no effect unless its result is used
    _ = tf.gather(x, i)
#~      ^^^^^^^^^^^^^^^ TFA216 `tf.gather` has no effect unless its result is used
    read = tf.ensure_shape(x, [None])

    def inner():
        return read

    later = x
    while tf.reduce_sum(later) < 3.0:
        x = later + 1.0
        later = tf.ensure_shape(x, [3])
    return inner()


dataset = tf.data.Dataset.range(3).map(parse)
