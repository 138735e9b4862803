"""Decisions that turn out otherwise in the graph: every question, every way into a trace, every exemption."""

import keras
import numpy as np
import tensorflow as tf
from tensorflow.python.framework.ops import EagerTensor

SCALE = tf.constant(2.0)
COUNT = tf.Variable(0)


@tf.function
def spellings(x):
    x = tf.square(x)
    if hasattr(x, "numpy"):
#~     ^^^^^^^^^^^^^^^^^^^ TFA115 `hasattr(x, "numpy")` gives another result in a graph than in eager code
        return x
    known = tf.get_static_value(x)
#~          ^^^^^^^^^^^^^^^^^^^^^^ TFA115 `tf.get_static_value(x)` gives another result in a graph than in eager code
    if known is not None or isinstance(x, EagerTensor):
#~                          ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA115 `isinstance(x, EagerTensor)` gives another result in a graph than in eager code
        return x * 2.0
    return x if not hasattr(x, "numpy") else x * 3.0
#~                  ^^^^^^^^^^^^^^^^^^^ TFA115 `hasattr(x, "numpy")` gives another result in a graph than in eager code


@tf.function
def arguments(x, y):
    if isinstance(x, np.ndarray):
#~     ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA115 `isinstance(x, np.ndarray)` gives another result in a graph than in eager code
        x = tf.constant(x)
    if isinstance(y, (list, np.ndarray)):
#~     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA115 the test gives another result in a graph than in eager code
        y = tf.constant(y)
    return x + y


@tf.function
def indexes(x: tf.Tensor):
    if tf.shape(x)[0] > 4:
        return x[4]
#~             ^^^^ TFA115 an index of `x` is traced even if the tensor is too short
    if tf.size(x) > 2:
        return x[0] + x[2]
#~                    ^^^^ TFA115 an index of `x` is traced even if the tensor is too short
    else:
        return x[-2]


@tf.function
def indexes_behind_a_return(x: tf.Tensor, y: tf.Tensor):
    if tf.shape(x)[0] < 5 or tf.size(y) < 3:
        return x[0]
    if not 2 <= tf.size(y):
        return x[4]
#~             ^^^^ TFA115 an index of `x` is traced even if the tensor is too short
    if tf.size(y) > 8:
        x = x * 2.0
    return x[4] + y[2] + y[-1]
#~                ^^^^ TFA115 an index of `y` is traced even if the tensor is too short


@tf.function
def asks_a_helper(x):
    return first_helper(tf.square(x))


def first_helper(x):
    return second_helper(x)


def second_helper(x):
    return x * 2.0 if hasattr(x, "numpy") else x
#~                    ^^^^^^^^^^^^^^^^^^^ TFA115 `hasattr(x, "numpy")` gives another result in a graph than in eager code


def eager(x: tf.Tensor):
    return x * 2.0 if hasattr(x, "numpy") else x


@tf.function
def with_a_nested_function(x: tf.Tensor):
    def nested(y):
        return y if hasattr(y, "numpy") else y * 2.0
#~                  ^^^^^^^^^^^^^^^^^^^ TFA115 `hasattr(y, "numpy")` gives another result in a graph than in eager code

    return nested(x)


class Layer(keras.layers.Layer):
    def call(self, inputs):
        if hasattr(inputs, "numpy"):
#~         ^^^^^^^^^^^^^^^^^^^^^^^^ TFA115 `hasattr(inputs, "numpy")` gives another result in a graph than in eager code
            return inputs
        return inputs * 2.0


numbers = tf.data.Dataset.range(3).map(lambda number: number if hasattr(number, "numpy") else number + 1)  # keeps-root
#~                                                              ^^^^^^^^^^^^^^^^^^^^^^^^ TFA115 `hasattr(number, "numpy")` gives another result in a graph than in eager code

# Meant as it is.


@tf.function
def asks_what_it_means(x: tf.Tensor, names: list):
    if tf.executing_eagerly() or not tf.inside_function():
        return x
    if isinstance(x, tf.Tensor) and tf.is_tensor(x) and isinstance(x, (tf.Tensor, np.ndarray)):
        x = x * 2.0
    tf.print(hasattr(x, "numpy"))
    if hasattr(x, "shape") and hasattr(names, "numpy"):
        return x
    if x.shape[0] is None or x.shape.rank == 2:
        return x[1]
    return x


@tf.function
def has_a_value(x):
    if hasattr(SCALE, "numpy") and hasattr(COUNT, "numpy"):
        return x * tf.get_static_value(SCALE)
    return x


@tf.function
def bounds_by_operations(x: tf.Tensor, y: tf.Tensor):
    if tf.shape(y)[0] > 4:
        return x[4]
    if tf.shape(x)[0] > 4:
        return tf.gather(x, 4)
    return x[4]


@tf.function
def escapes(x: tf.Tensor):
    return tf.py_function(lambda value: value if hasattr(value, "numpy") else 0.0, [x], tf.float32)


@tf.function
def asks_for_a_method(x: tf.Tensor):
    to_numpy = getattr(x, "numpy", None)
#~             ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA115 `getattr(x, "numpy", None)` gives another result in a graph than in eager code
    if to_numpy is not None:
        return x * 2.0
    return x * getattr(x, "scale", 1.0)


@tf.function
def asks_for_the_type(x: tf.Tensor, y: tf.Tensor, n=1):
    if type(x).__name__ == "EagerTensor":
#~     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA115 the test gives another result in a graph than in eager code
        return x * 2.0
    if type(x) is EagerTensor:
#~     ^^^^^^^^^^^^^^^^^^^^^^ TFA115 `type(x) is EagerTensor` gives another result in a graph than in eager code
        return x * 3.0
    if type(x) is type(y) or type(x).__name__ == "Variable" or type(n) is int:
        return x
    raise TypeError(type(x).__name__)


@tf.function
def decided_by_the_mode(x: tf.Tensor):
    if hasattr(x, "numpy") and tf.executing_eagerly():
        return x * 2.0
    if not (tf.inside_function() or hasattr(x, "numpy")):
        return x * 3.0
    if tf.inside_function() and hasattr(x, "numpy"):
#~                              ^^^^^^^^^^^^^^^^^^^ TFA115 `hasattr(x, "numpy")` gives another result in a graph than in eager code
        return x * 4.0
    return x


@tf.function
def decides_in_a_nested_function(x):
    is_eager = hasattr(x, "numpy")
#~             ^^^^^^^^^^^^^^^^^^^ TFA115 `hasattr(x, "numpy")` gives another result in a graph than in eager code
    tf.print(is_eager)

    def inner(y):
        return y + 1.0 if is_eager else y

    return inner(x)


@tf.function
def indexes_what_is_bound_again(x: tf.Tensor):
    if tf.shape(x)[0] < 3:
        y = x[1]
        return y
    x = tf.zeros([5])
    return x[2]


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def indexes_an_open_length(x):
    if tf.shape(x)[0] < 3:
        return x[0]
    return x[2]


@tf.function
def indexes_between(x: tf.Tensor):
    if tf.shape(x)[0] == 1:
        y = x[0]
    else:
        y = x[1]
#~          ^^^^ TFA115 an index of `x` is traced even if the tensor is too short
    if 2 < tf.shape(x)[0] < 5:
        y = x[2]
#~          ^^^^ TFA115 an index of `x` is traced even if the tensor is too short
    return y
