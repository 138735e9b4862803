"""Writes to a `tf.TensorArray` whose result is dropped."""

import keras
import tensorflow as tf
from tensorflow import TensorArray


@tf.function
def methods(x):
    out = tf.TensorArray(tf.float32, size=3)
    out.write(0, x)
#~  ^^^^^^^^^^^^^^^ TFA507 the result of `out.write` is ignored, and with it the write
    out.scatter([0], x)
#~  ^^^^^^^^^^^^^^^^^^^ TFA507 the result of `out.scatter` is ignored, and with it the write
    out.unstack(x)
#~  ^^^^^^^^^^^^^^ TFA507 the result of `out.unstack` is ignored, and with it the write
    out.split(x, [1])
#~  ^^^^^^^^^^^^^^^^^ TFA507 the result of `out.split` is ignored, and with it the write
    return out.stack()


@tf.function
def in_loops(n):
    out = TensorArray(tf.int32, size=0, dynamic_size=True)
    for i in tf.range(n):
        out.write(i, i * i)
#~      ^^^^^^^^^^^^^^^^^^^ TFA507 the result of `out.write` is ignored, and with it the write
        if i > 3:
            out.write(i, i)
#~          ^^^^^^^^^^^^^^^ TFA507 the result of `out.write` is ignored, and with it the write
    same = out
    same.write(0, n)
#~  ^^^^^^^^^^^^^^^^ TFA507 the result of `same.write` is ignored, and with it the write
    out = out.write(0, n)
    out.write(1, n)
#~  ^^^^^^^^^^^^^^^ TFA507 the result of `out.write` is ignored, and with it the write
    return out.stack()


@tf.function
def chained(x):
    out = tf.TensorArray(tf.float32, size=3)
    out.write(0, x).write(1, x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA507 the result of `out.write(0, x).write` is ignored, and with it the write
    (out).write(2, x)
#~  ^^^^^^^^^^^^^^^^^ TFA507 the result of `(out).write` is ignored, and with it the write
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
#~  ^^^^^^^^^^^^^^^^^ TFA507 the result of `array.write` is ignored, and with it the write


@tf.function
def nested(x):
    out = tf.TensorArray(tf.float32, size=3)

    def inner():
        out.write(0, x)
#~      ^^^^^^^^^^^^^^^ TFA507 the result of `out.write` is ignored, and with it the write

    inner()
    return out.stack()


@tf.function
def annotated(out: tf.TensorArray, x):
    out.write(0, x)
#~  ^^^^^^^^^^^^^^^ TFA507 the result of `out.write` is ignored, and with it the write
    return out.stack()


@tf.function
def from_a_helper(x):
    out = make()
    out.write(0, x)
#~  ^^^^^^^^^^^^^^^ TFA507 the result of `out.write` is ignored, and with it the write
    outs = [make(), make()]
    outs[0].write(0, x)
#~  ^^^^^^^^^^^^^^^^^^^ TFA507 the result of `outs[0].write` is ignored, and with it the write
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
#~      ^^^^^^^^^^^^^^^^^^^^ TFA507 the result of `self.out.write` is ignored, and with it the write
        return self.helper(x)

    def helper(self, x):
        local = tf.TensorArray(tf.float32, size=3)
        local.write(0, x)
#~      ^^^^^^^^^^^^^^^^^ TFA507 the result of `local.write` is ignored, and with it the write
        return local.stack()


class Net(keras.Model):
    def call(self, x):
        out = tf.TensorArray(tf.float32, size=3)
        out.write(0, x)
#~      ^^^^^^^^^^^^^^^ TFA507 the result of `out.write` is ignored, and with it the write
        return out.stack()


def parse(x):  # keeps-root
    out = tf.TensorArray(tf.int64, size=3)
    out.write(0, x)
#~  ^^^^^^^^^^^^^^^ TFA507 the result of `out.write` is ignored, and with it the write
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
