"""`.numpy()` and the like in traced code."""

import keras
import numpy as np
import tensorflow as tf

SCALE = tf.constant(2.0)
STATE = tf.Variable(2.0)


@tf.function
def methods(x: tf.Tensor):
    a = x.numpy()
#~      ^^^^^^^^^ TFA302 `.numpy()` is not available on a symbolic tensor
    b = tf.reduce_sum(x).item()
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA302 `.item()` is not available on a symbolic tensor
    c = (x + 1.0).numpy()
#~      ^^^^^^^^^^^^^^^^^ TFA302 `.numpy()` is not available on a symbolic tensor
    d = x.tolist()
#~      ^^^^^^^^^^ TFA302 `.tolist()` is not available on a symbolic tensor
    e = x.eval()
#~      ^^^^^^^^ TFA302 `.eval()` is not available on a symbolic tensor
    f = STATE.numpy()
#~      ^^^^^^^^^^^^^ TFA302 `.numpy()` is not available on a variable at trace time
    g = tf.ragged.constant([[1], [2, 3]]).to_list()
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA302 `.to_list()` is not available on a symbolic tensor
    return a, b, c, d, e, f, g


@tf.function
def constants(x: tf.Tensor):
    return x * SCALE.numpy()


@tf.function
def looks_first(x: tf.Tensor):
    if hasattr(x, "numpy"):
#~     ^^^^^^^^^^^^^^^^^^^ TFA115 `hasattr(x, "numpy")` gives another result in a graph than in eager code
        return x.numpy()
    y = x.numpy() if hasattr(x, "numpy") else x
#~                   ^^^^^^^^^^^^^^^^^^^ TFA115 `hasattr(x, "numpy")` gives another result in a graph than in eager code
    try:
        y = x.numpy()
    except AttributeError:
        y = x
    with tf.init_scope():
        z = tf.ones([2]).numpy()
    return y, z


@tf.function
def eagerly(x: tf.Tensor):
    if tf.executing_eagerly():
        return x.numpy()
    return tf.py_function(lambda v: v.numpy(), [x], tf.float32)


@tf.function
def asks_a_helper(x: tf.Tensor):
    return near(tf.square(x))


def near(x):
    return far(x)


def far(x):
    return x.numpy()
#~         ^^^^^^^^^ TFA302 `.numpy()` is not available on a symbolic tensor


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.state = tf.Variable(1.0)
        self.fixed = tf.constant(1.0)

    @tf.function
    def step(self, x: tf.Tensor):
        def inner():
            return self.state.numpy()
#~                 ^^^^^^^^^^^^^^^^^^ TFA302 `.numpy()` is not available on a variable at trace time

        return x * self.fixed.numpy() * inner()


class Layer(keras.Layer):
    def call(self, x):
        return x * tf.reduce_sum(x).numpy()
#~                 ^^^^^^^^^^^^^^^^^^^^^^^^ TFA302 `.numpy()` is not available on a symbolic tensor


dataset = tf.data.Dataset.range(3).map(lambda v: v.numpy())  # keeps-root
#~                                               ^^^^^^^^^ TFA302 `.numpy()` is not available on a symbolic tensor


@tf.function
def no_tensor(x, losses):
    loss = losses["a"](x)
    if not isinstance(loss, tf.Tensor):
        tf.print(loss.numpy())
    if isinstance(loss, (tf.Tensor, list)):
        x += loss
    else:
        x += loss.numpy()
    if not tf.is_tensor(loss):
        x += loss.numpy()
    known = tf.is_tensor(loss)
    if not known:
        x += loss.numpy()
    has_value = hasattr(loss, "numpy")
    if has_value and x.shape.rank:
        x += loss.numpy()
    in_graph = tf is not None and hasattr(loss, "graph")
    in_graph_too = in_graph and x.shape.rank
    if not in_graph_too:
        x += loss.numpy()
    if "torch.Tensor" in str(type(loss)) or type(loss).__module__.startswith("jax"):
        x += loss.numpy()
    if "clean" in str(loss.shape):
        x += loss.numpy()
#~           ^^^^^^^^^^^^ TFA302 `.numpy()` is not available on a symbolic tensor
    if isinstance(x, tf.Tensor):
        x += loss.numpy()
#~           ^^^^^^^^^^^^ TFA302 `.numpy()` is not available on a symbolic tensor
    if tf.is_tensor(loss):
        x += loss.numpy()
#~           ^^^^^^^^^^^^ TFA302 `.numpy()` is not available on a symbolic tensor
    return x


@tf.function
def of_another_library(x, network):
    y = network.forward(x)
    z = network.forward(x).cpu().detach().numpy() + network.forward(x).detach().cpu().numpy()
    return z + y.numpy()
#~             ^^^^^^^^^ TFA302 `.numpy()` is not available on a symbolic tensor


@tf.function
def gives_arrays_for_arrays(x, w):
    y, is_graph = tf.square(x), tf.is_tensor(x)
    is_tensor = tf.is_tensor(x)
    if not is_tensor:
        y = y.numpy()
    if not isinstance(x, tf.Tensor):
        y = y.numpy()
    if isinstance(x, np.ndarray) and w:
        y = y.numpy()
    elif tf.is_tensor(w):
        y = y.numpy()
#~          ^^^^^^^^^ TFA302 `.numpy()` is not available on a symbolic tensor
    else:
        y = y.numpy()
    if is_graph or tf.is_tensor(w):
        y = y.numpy()
#~          ^^^^^^^^^ TFA302 `.numpy()` is not available on a symbolic tensor
    return y


def eager(x):
    return methods(x)[0].numpy(), STATE.numpy()


@tf.function
def flat(labels):
    return labels.ravel()
#~         ^^^^^^^^^^^^^^ TFA302 `.ravel()` is not available on a symbolic tensor


def reshaped(values):
    return values.reshape(-1)
#~         ^^^^^^^^^^^^^^^^^^ TFA302 `.reshape()` is not available on a symbolic tensor


@tf.function
def through_a_helper(values):
    return reshaped(values * 2)


@tf.function
def of_a_tensor(values):
    total = tf.constant(1.0) + values
    return tf.reduce_sum(total) + values.shape[0]


ROWS = np.ones((2, 2), "float32")
flat(ROWS)
through_a_helper(ROWS)
of_a_tensor(ROWS)
