"""Writes to a `tf.TensorArray` whose result is dropped."""

import keras
import tensorflow as tf
from tensorflow import TensorArray


@tf.function
def methods(x):
    out = tf.TensorArray(tf.float32, size=3)
    out.write(0, x)
#~  ^^^^^^^^^^^^^^^ TFA507 `out.write` has no effect unless its result is used
    out.scatter([0], x)
#~  ^^^^^^^^^^^^^^^^^^^ TFA507 `out.scatter` has no effect unless its result is used
    out.unstack(x)
#~  ^^^^^^^^^^^^^^ TFA507 `out.unstack` has no effect unless its result is used
    out.split(x, [1])
#~  ^^^^^^^^^^^^^^^^^ TFA507 `out.split` has no effect unless its result is used
    return out.stack()


@tf.function
def in_loops(n):
    out = TensorArray(tf.int32, size=0, dynamic_size=True)
    for i in tf.range(n):
        out.write(i, i * i)
#~      ^^^^^^^^^^^^^^^^^^^ TFA507 `out.write` has no effect unless its result is used
        if i > 3:
            out.write(i, i)
#~          ^^^^^^^^^^^^^^^ TFA507 `out.write` has no effect unless its result is used
    same = out
    same.write(0, n)
#~  ^^^^^^^^^^^^^^^^ TFA507 `same.write` has no effect unless its result is used
    out = out.write(0, n)
    out.write(1, n)
#~  ^^^^^^^^^^^^^^^ TFA507 `out.write` has no effect unless its result is used
    return out.stack()


@tf.function
def chained(x):
    out = tf.TensorArray(tf.float32, size=3)
    out.write(0, x).write(1, x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA507 `out.write(0, x).write` has no effect unless its result is used
    (out).write(2, x)
#~  ^^^^^^^^^^^^^^^^^ TFA507 `(out).write` has no effect unless its result is used
    return out.stack()


@tf.function
def asks_a_helper(x):
    out = tf.TensorArray(tf.float32, size=3)
    fill(out, x)
    return out.stack()


def fill(array, x):
    fill_deeper(array, x)


def fill_deeper(array, x):
    array.write(0, x)
#~  ^^^^^^^^^^^^^^^^^ TFA507 `array.write` has no effect unless its result is used


@tf.function
def nested(x):
    out = tf.TensorArray(tf.float32, size=3)

    def inner():
        out.write(0, x)
#~      ^^^^^^^^^^^^^^^ TFA507 `out.write` has no effect unless its result is used

    inner()
    return out.stack()


@tf.function
def annotated(out: tf.TensorArray, x):
    out.write(0, x)
#~  ^^^^^^^^^^^^^^^ TFA507 `out.write` has no effect unless its result is used
    return out.stack()


@tf.function
def from_a_helper(x):
    out = make()
    out.write(0, x)
#~  ^^^^^^^^^^^^^^^ TFA507 `out.write` has no effect unless its result is used
    outs = [make(), make()]
    outs[0].write(0, x)
#~  ^^^^^^^^^^^^^^^^^^^ TFA507 `outs[0].write` has no effect unless its result is used
    return out.stack()


def make():
    return tf.TensorArray(tf.float32, size=3)


class Recorder(tf.Module):
    def __init__(self):
        super().__init__()
        self.out = tf.TensorArray(tf.float32, size=3, clear_after_read=False)

    @tf.function
    def step(self, x):
        self.out.write(0, x)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA507 `self.out.write` has no effect unless its result is used
        return self.helper(x)

    def helper(self, x):
        local = tf.TensorArray(tf.float32, size=3)
        local.write(0, x)
#~      ^^^^^^^^^^^^^^^^^ TFA507 `local.write` has no effect unless its result is used
        return local.stack()


class Net(keras.Model):
    def call(self, x):
        out = tf.TensorArray(tf.float32, size=3)
        out.write(0, x)
#~      ^^^^^^^^^^^^^^^ TFA507 `out.write` has no effect unless its result is used
        return out.stack()


def parse(x):  # keeps-root
    out = tf.TensorArray(tf.int64, size=3)
    out.write(0, x)
#~  ^^^^^^^^^^^^^^^ TFA507 `out.write` has no effect unless its result is used
    return out.stack()


numbers = tf.data.Dataset.range(3).map(parse)


@tf.function
def used(x):
    out = tf.TensorArray(tf.float32, size=3).unstack(x)
    out = out.write(0, x)
    out = out.scatter([0], x).write(1, x)
    outs = [out, out]
    outs[0] = outs[0].write(0, x)
    taken = out.write(2, x)
    consume(out.write(2, x))
    out.read(0)
    out.gather([0])
    out.size()
    out.close()
    return out.write(0, x).stack(), taken, outs[0].stack()


def consume(array):
    return array.stack()


class Sink:
    def write(self, index, value):
        return None


@tf.function
def other_writers(x, unknown):
    sink = Sink()
    sink.write(0, x)
    unknown.write(0, x)
    return x


@tf.function
def in_python(x):
    out = tf.TensorArray(tf.float32, size=3)
    if tf.executing_eagerly():
        out.write(0, x)
    return out.stack()


def eager(x):
    out = tf.TensorArray(tf.float32, size=3)
    out.write(0, x)
    return out.stack()
