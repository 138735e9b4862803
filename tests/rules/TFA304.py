"""Static lengths that are None used as numbers."""

import keras
import numpy as np
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def numbers(x):
    a = x.shape[0] * 2
#~      ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time
    b = tf.zeros([x.shape[0], 2])
#~                ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time
    c = tf.reshape(x, (-1, x.shape[0]))
#~                         ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time
    d = 1.0 if x.shape[0] > 3 else 2.0
#~             ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time
    e = 1.0 if x.shape[0] == 3 else 2.0
#~             ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time
    f = 1.0 if x.shape[0] else 2.0
#~             ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time
    g = 1.0 if x.shape == (4, 3) else 2.0
#~             ^^^^^^^ TFA304 `x.shape` is not known at trace time
    h = tf.ones(x.shape)
#~              ^^^^^^^ TFA304 `x.shape` is not known at trace time
    i = np.prod(x.shape)
#~              ^^^^^^^ TFA304 `x.shape` is not known at trace time
    j = int(x.shape[-2])
#~          ^^^^^^^^^^^ TFA304 `x.shape[-2]` is not known at trace time
    k = x.get_shape()[0] + 1
#~      ^^^^^^^^^^^^^^^^ TFA304 `x.get_shape()[0]` is not known at trace time
    m = x.shape.as_list()[0] + 1
#~      ^^^^^^^^^^^^^^^^^^^^ TFA304 `x.shape.as_list()[0]` is not known at trace time
    n = 1.0 if x.shape and x.shape[0] else 2.0
#~                         ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time
    return a, b, c, d, e, f, g, h, i, j, k, m, n


@tf.function(input_signature=[tf.TensorSpec(shape=None, dtype=tf.float32)])
def unpacked(x):
    rows, columns = x.shape
    return rows * 2, columns * 2
#~         ^^^^ TFA304 `rows` is not known at trace time
#~                   ^^^^^^^ TFA304 `columns` is not known at trace time


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def known(x):
    a = x.shape[1] * 2 + x.shape[-1] + len(x.shape) + x.shape.rank
    b = tf.shape(x)[0] * 2
    c = tf.ensure_shape(x, [x.shape[0], 3])
    d = x.shape[0] or tf.shape(x)[0]
    e = tf.expand_dims(x, 0) if x.shape == tf.TensorShape([]) else x
    f = 1.0 if x.get_shape() and tf.TensorShape([]) else 2.0
    return a, b, c, d, e, f, tf.TensorShape([x.shape[0], 3])


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def guarded(x):
    n = x.shape[0]
    if n is None:
        n = tf.shape(x)[0]
    return n * 2


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def asked_first(x):
    if x.shape.as_list()[0]:
        n = x.shape.as_list()[0]
        return tf.stack([x[i] for i in range(n)])
    m = x.shape[0]
    if m:
        x = tf.reshape(x, [m, -1])
    if x.shape[0] is not None:
        k = x.shape[0]
        x = x * (k * 2)
    return tf.vectorized_map(tf.square, x) * (m * 2 if m else 1.0)


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def asked_for_a_part(x):
    if x.shape[0] is not None:
        return tf.reshape(tf.repeat(x[0], x.shape[0]), x.shape)
    return x


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def filled(x):
    shape = x.shape.as_list()
    shape[0] = tf.shape(x)[0]
    return tf.zeros(shape)


@tf.function
def from_python(x: tf.Tensor):
    y = tf.py_function(lambda v: v, [x], tf.float32)
    z = tf.zeros([y.shape[0]])
#~                ^^^^^^^^^^ TFA304 `y.shape[0]` is not known at trace time
    y.set_shape([3])
    return z + tf.zeros([y.shape[0]]) + tf.zeros([x.shape[0]])


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def asks_a_helper(x):
    return near(x * 2.0)


def near(x):
    return far(tf.cast(x, tf.float64))


def far(x):
    return tf.reshape(x, [x.shape[0], 1])
#~                        ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time


class Model(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([2, None], tf.float32)])
    def step(self, x):
        def inner(value):
            return value.shape[1] * 2
#~                 ^^^^^^^^^^^^^^ TFA304 `value.shape[1]` is not known at trace time

        return inner(x), x.shape[0] * 2


class Layer(keras.Layer):
    def call(self, x):
        return tf.reshape(x, [x.shape[0], -1]) * x.shape[1]
#~                            ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time


class Noise(keras.Layer):
    def call(self, x):
        noise = tf.random.stateless_uniform([x.shape[0], 1], [1, 2])
#~                                           ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time
        more = keras.random.normal((x.shape[0], 1))
#~                                  ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time
        return noise + more + keras.ops.zeros((keras.ops.shape(x)[0], 1))


class Fitted(keras.Model):
    def call(self, x, training, mask=None, scale=1.0):
        return tf.reshape(x, [x.shape[0], -1]) * scale
#~                            ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time


class CalledByHand(keras.Model):  # `fit` gives `call` the inputs alone
    def call(self, x, quantiles, training=None):
        return tf.reshape(x, [x.shape[0], -1]) * quantiles


batches = tf.data.Dataset.range(9).batch(2).map(lambda v: tf.zeros([v.shape[0]]))  # keeps-root
#~                                                                  ^^^^^^^^^^ TFA304 `v.shape[0]` is not known at trace time
even = tf.data.Dataset.range(9).batch(2, drop_remainder=True).map(lambda v: tf.zeros([v.shape[0]]))


def eager(x):
    return numbers(x)[0] * x.shape[0]


class Projected(tf.keras.layers.Layer):
    def call(self, x, given):
        y = tf.matmul(x, self.weight)
        if x.shape != y.shape or x.shape == given.shape:
            x = tf.matmul(x, self.projection)
        if x.shape == (4, 3):
#~         ^^^^^^^ TFA304 `x.shape` is not known at trace time
            x = 2 * x
        return x + y


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def among(x):
    if x.shape[0] in (2, 4):
#~     ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time
        return x
    n = x.shape[0]
    odd = n not in [1, 3, 5]
#~        ^ TFA304 `n` is not known at trace time
    if x.shape[1] in (2, 3) or n in (None, 1) or n in SIZES.keys():
        return x + float(odd)
    return -x


SIZES = {2: "two"}


@tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32), tf.TensorSpec([], tf.int32)])
def of_slices(x, count):
    rows, columns, row, row_of_one = x[1:], x[:, : count + 1], x[0], x[tf.newaxis, 0]
    rest, bounded, shared = x[:, 1:], 2, x[:, : tf.constant(2)]
    tf.ones([rows.shape[0]])
#~           ^^^^^^^^^^^^^ TFA304 `rows.shape[0]` is not known at trace time
    tf.ones([columns.shape[1]])
#~           ^^^^^^^^^^^^^^^^ TFA304 `columns.shape[1]` is not known at trace time
    tf.ones([x[tf.newaxis, :].shape[1]])
#~           ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA304 `x[tf.newaxis, :].shape[1]` is not known at trace time
    tf.ones([rest.shape[1], row.shape[0], row_of_one.shape[0], row_of_one.shape[1]])
    tf.ones([x[:, :bounded].shape[1], shared.shape[1], x[:, count].shape[-1]])
    return columns, part_of(tf.zeros([3, 4]), tf.shape(x)[1])


def part_of(x, length):
    return tf.ones([x[:length].shape[0]])


class Keeps(tf.Module):
    """A method keeps lengths in attributes, and replaces one of them where it is None."""

    @tf.function(input_signature=[tf.TensorSpec([None, None, 3], tf.float32)])
    def __call__(self, x):
        self.rows, self.columns, self.channels = x.shape.as_list()
        if self.rows is None:
            self.rows = -1
        return self.folded(x)

    def folded(self, x):
        a = tf.reshape(x, [self.rows, 2, self.channels])
        return tf.reshape(a, [self.columns, 2, self.channels])
#~                            ^^^^^^^^^^^^ TFA304 `self.columns` is not known at trace time


@tf.function(input_signature=[tf.TensorSpec([4, 3], tf.float32)])
def selected(x):
    found, masked = tf.where(x > 1.0), tf.boolean_mask(x, x[:, 0] > 1.0)
    chosen = tf.where(x > 1.0, x, -x)
    a = tf.zeros([tf.cast(found[:, 0], tf.int32).shape[0]])
#~                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA304 a static length is not known at trace time
    b = tf.zeros([masked.shape[0], masked.shape[1]])
#~                ^^^^^^^^^^^^^^^ TFA304 `masked.shape[0]` is not known at trace time
    return a, b, tf.zeros([chosen.shape[0], found.shape[1]])


@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def in_pairs(x):
    count = x.shape.num_elements()
    half = count // 2
#~         ^^^^^ TFA304 `count` is not known at trace time
    return tf.reshape(x, [half, 2])


@tf.function(input_signature=[tf.TensorSpec(None, tf.float32)])
def of_any_rank(x):
    a = len(x.shape)
#~          ^^^^^^^ TFA304 `x.shape` is not known at trace time
    b = len(x.shape.as_list())
#~          ^^^^^^^ TFA304 `x.shape` is not known at trace time
    c = list(range(x.shape.rank))
#~                 ^^^^^^^^^^^^ TFA304 `x.shape.rank` is not known at trace time
    return a, b, c, tf.rank(x)


@tf.function(input_signature=[tf.TensorSpec(None, tf.float32)])
def of_a_rank_that_is_asked(x):
    return len(x.shape) if x.shape.rank is not None else 0


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def of_known_rank(x):
    return len(x.shape), range(x.shape.rank), x.shape.as_list()


class Picked(tf.keras.layers.Layer):
    """The first argument of `call` takes the batch. What others are, such as the positions that it keeps, only calls show."""

    def call(self, x, kept, weights=None):
        count = kept.shape[0] * 2
        if weights is not None:
            count = max(count, weights.shape[0])
        return tf.reshape(x, [x.shape[0] * count, -1])
#~                            ^^^^^^^^^^ TFA304 `x.shape[0]` is not known at trace time
