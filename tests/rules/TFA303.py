"""NumPy on tensors."""

import keras
import numpy as np
import scipy.special
import tensorflow as tf
import tensorflow.experimental.numpy as tnp

SCALE = tf.constant(2.0)
STATE = tf.Variable(2.0)
ROWS = np.eye(3)


@tf.function
def functions(x: tf.Tensor):
    a = np.sum(x)
#~      ^^^^^^^^^ TFA303 `np.sum` needs the value of a tensor at trace time
    b = np.array([x, x])
#~      ^^^^^^^^^^^^^^^^ TFA303 `np.array` needs the value of a tensor at trace time
    c = np.maximum(x, 0.0)
#~      ^^^^^^^^^^^^^^^^^^ TFA303 `np.maximum` needs the value of a tensor at trace time
    d = np.float32(x)
#~      ^^^^^^^^^^^^^ TFA303 `np.float32` needs the value of a tensor at trace time
    e = np.zeros(tf.shape(x))
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA303 `np.zeros` needs the value of a tensor at trace time
    f = np.sqrt(STATE)
#~      ^^^^^^^^^^^^^^ TFA303 `np.sqrt` needs the value of a variable at trace time
    g = ROWS.dot(x)
#~      ^^^^^^^^^^^ TFA303 `ROWS.dot` needs the value of a tensor at trace time
    h = np.linalg.norm(ord=2, x=x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA303 `np.linalg.norm` needs the value of a tensor at trace time
    i = scipy.special.expit(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA303 `scipy.special.expit` needs the value of a tensor at trace time
    return a, b, c, d, e, f, g, h, i


@tf.function
def plain(x: tf.Tensor):
    a = np.linspace(0.0, 1.0, 3).astype(np.float32)
    b = np.ndim(x) + np.shape(x)[0] + np.prod(x.shape) + np.sqrt(2.0)
    c = np.ones(x.shape, dtype=x.dtype.as_numpy_dtype) * x
    d = tf.cast(x, np.float64)
    e = tnp.sum(x) + np.sum(SCALE)
    return a, b, c, d, e, x * ROWS, ROWS * x


@tf.function
def asks_a_helper(x: tf.Tensor):
    return near(x * 2.0)


def near(x):
    return far([x, x])


def far(parts):
    return np.stack(parts)
#~         ^^^^^^^^^^^^^^^ TFA303 `np.stack` needs the value of a tensor at trace time


class Model(tf.Module):
    @tf.function
    def step(self, x: tf.Tensor):
        def inner(value):
            return np.exp(value)
#~                 ^^^^^^^^^^^^^ TFA303 `np.exp` needs the value of a tensor at trace time

        return inner(x)


def loss(y, p):  # keeps-root
    return np.mean(tf.square(y - p))
#~         ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA303 `np.mean` needs the value of a tensor at trace time


model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", metrics=[loss])
dataset = tf.data.Dataset.range(3).map(lambda v: np.square(v))  # keeps-root
#~                                               ^^^^^^^^^^^^ TFA303 `np.square` needs the value of a tensor at trace time


@tf.function
def escapes(x: tf.Tensor):
    if tf.executing_eagerly():
        return np.sum(x)
    with tf.init_scope():
        y = np.sum(tf.ones([2]))
    return tf.numpy_function(np.sin, [x], tf.float32) + tf.py_function(lambda v: np.sum(v), [x], tf.float32) * y


def eager(x):
    return np.sum(functions(x)[0])


def drawn():
    return tf.random.uniform([3])


def halved(v):
    return 0.5 * v


def sine(v):
    return np.sin(v)
#~         ^^^^^^^^^ TFA303 `np.sin` needs the value of a tensor at trace time


@tf.function
def handed_from_helper_to_helper(x):
    v = drawn()
    return x + sine(halved(v))


@tf.function
def of_arrays(given):
    first, rest = given[0], given[1]
    for each in rest["rows"]:
        first += np.sum(each)
#~               ^^^^^^^^^^^^ TFA303 `np.sum` needs the value of a tensor at trace time
    return first


def of_arrays_in_eager_code(given):
    first, rest = given[0], given[1]
    for each in rest["rows"]:
        first += np.sum(each)
    return first


of_arrays((np.zeros(3), {"rows": np.ones(3)}))
of_arrays_in_eager_code((np.zeros(3), {"rows": np.ones(3)}))
