"""What XLA cannot compile."""

import keras
import tensorflow as tf

TABLE = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1, 2], [1, 2]), -1)


@tf.function(jit_compile=True)
def operations(x: tf.Tensor):
    tf.print(x)
#~  ^^^^^^^^^^^ TFA307 `tf.print` cannot be compiled under `jit_compile=True`
    a = tf.py_function(lambda v: v, [x], tf.float32)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA307 `tf.py_function` cannot be compiled under `jit_compile=True`
    b = tf.numpy_function(lambda v: v, [x], tf.float32)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA307 `tf.numpy_function` cannot be compiled under `jit_compile=True`
    c = tf.strings.as_string(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA307 `tf.strings.as_string` cannot be compiled under `jit_compile=True`
    d = tf.io.read_file("a")
#~      ^^^^^^^^^^^^^^^^^^^^ TFA103 `tf.io.read_file` of a constant path is read only once
#~      ^^^^^^^^^^^^^^^^^^^^ TFA307 `tf.io.read_file` cannot be compiled under `jit_compile=True`
    e = TABLE.lookup(tf.cast(x, tf.int32))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA307 `TABLE.lookup` cannot be compiled under `jit_compile=True`
    f = tf.timestamp()
#~      ^^^^^^^^^^^^^^ TFA307 `tf.timestamp` cannot be compiled under `jit_compile=True`
    tf.debugging.assert_rank(x, 2)
    tf.debugging.assert_shapes([(x, ("N", "M"))])
    tf.debugging.assert_less_equal(1 + 1, tf.rank(x) - 1)
    tf.debugging.assert_positive(len(x.shape))
    tf.debugging.assert_equal(tf.shape(x)[0], 3)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA307 `tf.debugging.assert_equal` is dropped under `jit_compile=True`
    tf.debugging.assert_greater(x, 0.0)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA307 `tf.debugging.assert_greater` is dropped under `jit_compile=True`
    g = tf.debugging.check_numerics(x, "x")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA307 `tf.debugging.check_numerics` is dropped under `jit_compile=True`
    h = tf.gather(x, tf.rank(x) + 1)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA307 `tf.gather` clamps out-of-range indices under `jit_compile=True`
    return a, b, c, d, e, f, g, h


@tf.function(jit_compile=True)
def fine(x: tf.Tensor):
    return tf.unique(x)[0], tf.boolean_mask(x, x > 1.0), x[0]


@tf.function
def plain(x: tf.Tensor):
    tf.print(x)
    return fine(x)


@tf.function(jit_compile=False)
def off(x: tf.Tensor):
    tf.print(x)
    return x


@tf.function(jit_compile=True)
def asks_a_helper(x: tf.Tensor):
    return near(x)


def near(x):
    return far(x)


def far(x):
    tf.print(x)
#~  ^^^^^^^^^^^ TFA307 `tf.print` cannot be compiled under `jit_compile=True`
    return x


def made(x):
    tf.print(x)
#~  ^^^^^^^^^^^ TFA307 `tf.print` cannot be compiled under `jit_compile=True`
    return x


compiled = tf.function(made, jit_compile=True)


class Model(keras.Model):
    def call(self, x):
        def inner():
            tf.print(x)
#~          ^^^^^^^^^^^ TFA307 `tf.print` cannot be compiled under `jit_compile=True`

        inner()
        return x


model = Model()
model.compile("sgd", "mse", jit_compile=True)


graph = tf.function(jit_compile=True)


@graph
def behind_a_decorator_of_its_own(x):
    tf.print(x)
#~  ^^^^^^^^^^^ TFA307 `tf.print` cannot be compiled under `jit_compile=True`
    return x


def given_to_one(x):
    tf.print(x)
#~  ^^^^^^^^^^^ TFA307 `tf.print` cannot be compiled under `jit_compile=True`
    return x


graph(given_to_one)


@tf.function(jit_compile=True)
def under_flags(x, quiet=False, loud=True):
    if quiet:
        tf.print(x)
    if loud:
        tf.print(x)
#~      ^^^^^^^^^^^ TFA307 `tf.print` cannot be compiled under `jit_compile=True`
    return x


under_flags(1.0)


@tf.function(jit_compile=True)
def looked_up(table, i, scores, names):
    place = tf.cast(i % tf.size(table), tf.int32)
    kept = tf.gather(table, place) + tf.gather(table, tf.clip_by_value(i, 0, 3)) + tf.gather(table, tf.argmax(scores))
    other = tf.gather(table, i + 1)
#~          ^^^^^^^^^^^^^^^^^^^^^^^ TFA307 `tf.gather` clamps out-of-range indices under `jit_compile=True`
    return kept + other
