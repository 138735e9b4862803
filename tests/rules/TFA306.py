"""Calls that need eager code."""

import keras
import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

MODEL = keras.Sequential([keras.layers.Dense(1)])
CHECKPOINT = tf.train.Checkpoint(model=MODEL)
MANAGER = tf.train.CheckpointManager(CHECKPOINT, "/tmp/checkpoints", 3)
DATA = tf.data.Dataset.range(3)


@tf.function
def calls(x: tf.Tensor):
    a = DATA.as_numpy_iterator()
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA306 `DATA.as_numpy_iterator` only works outside of a graph
    b = MODEL.predict(x)
#~      ^^^^^^^^^^^^^^^^ TFA306 `MODEL.predict` only works outside of a graph
    MODEL.fit(x, x)
#~  ^^^^^^^^^^^^^^^ TFA306 `MODEL.fit` only works outside of a graph
    c = MODEL.evaluate(x, x)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA306 `MODEL.evaluate` only works outside of a graph
    tf.saved_model.save(MODEL, "/tmp/model")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA306 `tf.saved_model.save` only works outside of a graph
    CHECKPOINT.save("/tmp/model")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA306 `CHECKPOINT.save` only works outside of a graph
    CHECKPOINT.restore("/tmp/model")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA306 `CHECKPOINT.restore` only works outside of a graph
    d = MANAGER.save()
#~      ^^^^^^^^^^^^^^ TFA306 `MANAGER.save` only works outside of a graph
    e = MODEL.get_weights()
#~      ^^^^^^^^^^^^^^^^^^^ TFA306 `MODEL.get_weights` only works outside of a graph
    f = tf.make_ndarray(x)
#~      ^^^^^^^^^^^^^^^^^^ TFA306 `tf.make_ndarray` only works outside of a graph
    return a, b, c, d, e, f


@tf.function
def draws(x: tf.Tensor):
    plt.plot([1, 2])
#~  ^^^^^^^^^^^^^^^^ TFA306 `plt.plot` runs only at trace time, not on every call
    return x


@tf.function
def fine(x: tf.Tensor):
    for value in DATA:
        x += tf.cast(value, tf.float32)
    CHECKPOINT.write("/tmp/model")
    if tf.executing_eagerly():
        MODEL.predict(x)
    tf.py_function(lambda v: plt.plot(v), [x], [])
    return MODEL(x), MODEL.weights


@tf.function
def asks_a_helper(x: tf.Tensor):
    return near(x)


def near(x):
    return far(x)


def far(x):
    return MODEL.predict(x)
#~         ^^^^^^^^^^^^^^^^ TFA306 `MODEL.predict` only works outside of a graph


class Own(keras.Model):
    def call(self, x):
        def inner():
            return self.predict(x)
#~                 ^^^^^^^^^^^^^^^ TFA306 `self.predict` only works outside of a graph

        return inner()


class Headed(keras.Model):
    def __init__(self, head):
        super().__init__()
        self.predict, self.fit = keras.layers.Dense(3), head

    @tf.function
    def call(self, x):
        return self.fit(self.predict(x))


def eager(x):
    return MODEL.predict(x), list(DATA.as_numpy_iterator())


@tf.function
def arrays(x):
    table = keras.ops.convert_to_numpy(np.ones(2))
    if isinstance(x, tf.Tensor):
        return table, keras.ops.convert_to_numpy(x)
#~                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA306 `keras.ops.convert_to_numpy` only works outside of a graph
    return table, keras.ops.convert_to_numpy(x)


@tf.function
def arrays_in_one_expression(x):
    kept = isinstance(x, tf.Tensor) or keras.ops.convert_to_numpy(x)
    array = not isinstance(x, tf.Tensor) and keras.ops.convert_to_numpy(x)
    table = keras.ops.convert_to_numpy(x) if not isinstance(x, tf.Tensor) else x
    other = x if not isinstance(x, tf.Tensor) else keras.ops.convert_to_numpy(x)
#~                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA306 `keras.ops.convert_to_numpy` only works outside of a graph
    last = isinstance(x, tf.Tensor) and keras.ops.convert_to_numpy(x)
#~                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA306 `keras.ops.convert_to_numpy` only works outside of a graph
    return kept, array, table, other, last


@tf.function
def colours(x):
    palette = tf.constant(plt.get_cmap("gray").colors)
    plt.close()
#~  ^^^^^^^^^^^ TFA306 `plt.close` runs only at trace time, not on every call
    return tf.gather(palette, x)


SCALE = tf.Variable(2.0)


@tf.function
def values(x):
    a = keras.backend.get_value(SCALE)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA306 `keras.backend.get_value` runs only at trace time, not on every call
    b = keras.backend.get_value(tf.abs(x))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA306 `keras.backend.get_value` only works outside of a graph
    return a + b
