"""Assertions on tensors, and those on what is known while tracing."""

import keras
import tensorflow as tf


@tf.function
def on_tensors(x, y):
    assert x > 0.0
#~         ^^^^^^^ TFA215 `assert` tests the truth of a symbolic tensor, which raises at trace time
    assert tf.reduce_all(y > 0.0), "must be positive"
#~         ^^^^^^^^^^^^^^^^^^^^^^ TFA215 `assert` tests the truth of a symbolic tensor, which raises at trace time
    assert x.shape.rank == 1 and tf.reduce_any(x > y), f"{x.shape}"
#~                               ^^^^^^^^^^^^^^^^^^^^ TFA215 `assert` tests the truth of a symbolic tensor, which raises at trace time
    assert not tf.reduce_any(x > y)
#~             ^^^^^^^^^^^^^^^^^^^^ TFA215 `assert` tests the truth of a symbolic tensor, which raises at trace time
    assert 0.0 < x < 3.0
#~         ^^^^^^^^^^^^^ TFA215 `assert` tests the truth of a symbolic tensor, which raises at trace time
    return x


@tf.function
def on_python(x, n: int = 3, mode="a"):
    assert x.shape.rank == 1 and x.dtype == tf.float32
    assert n > 2 and mode in ("a", "b")
    assert x is not None
    assert tf.is_tensor(x) and isinstance(x, tf.Tensor)
    assert len(x.shape) == 1
    return x


@tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.ASSERT_STATEMENTS)
def converted(x):
    assert tf.reduce_all(x > 0.0)
#~         ^^^^^^^^^^^^^^^^^^^^^^ TFA215 the assertion raises `InvalidArgumentError` in the graph
    return x


@tf.function(autograph=False)
def unconverted(x):
    assert tf.reduce_all(x > 0.0)
#~         ^^^^^^^^^^^^^^^^^^^^^^ TFA215 `assert` tests the truth of a symbolic tensor, which raises at trace time
    return x


@tf.function
def asks_a_helper(x):
    return helper(x)


def helper(x):
    return deeper(tf.reduce_sum(x))


def deeper(total):
    assert total > 0.0
#~         ^^^^^^^^^^^ TFA215 `assert` tests the truth of a symbolic tensor, which raises at trace time
    return total


class Layer(keras.layers.Layer):
    def call(self, inputs):
        def checked():
            assert tf.reduce_sum(inputs) > 0.0
#~                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA215 `assert` tests the truth of a symbolic tensor, which raises at trace time
            return inputs

        return checked()


def parse(x):  # keeps-root
    assert x > 0
#~         ^^^^^ TFA215 `assert` tests the truth of a symbolic tensor, which raises at trace time
    return x


dataset = tf.data.Dataset.range(3).map(parse)
