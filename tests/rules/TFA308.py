"""Arrays that eager code passes, mixed with tensors of another dtype."""

import numpy as np
import tensorflow as tf


@tf.function
def operators(x, k):
    a = x * k
#~      ^^^^^ TFA308 `k` has dtype float64 in the graph, mixed with float32
    b = k - x
#~      ^^^^^ TFA308 `k` has dtype float64 in the graph, mixed with float32
    c = x < k
#~      ^^^^^ TFA308 `k` has dtype float64 in the graph, mixed with float32
    d = -x * (k * 2.0 + 1.0)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA308 `k * 2.0 + 1.0` has dtype float64 in the graph, mixed with float32
    e = x + k[0]
#~      ^^^^^^^^ TFA308 `k[0]` has dtype float64 in the graph, mixed with float32
    x += k
#~  ^^^^^^ TFA308 `k` has dtype float64 in the graph, mixed with float32
    f = k * k + 1.0
    g = x * tf.cast(k, tf.float32)
    h = x * 2.0
    return a, b, c, d, e, f, g, h


operators(tf.constant([1.0, 2.0]), np.array([0.5, 2.0]))


@tf.function
def functions(x, k):
    a = tf.maximum(x, k)
#~      ^^^^^^^^^^^^^^^^ TFA308 `k` has dtype float64 in the graph, mixed with float32
    b = tf.maximum(k, x)
#~      ^^^^^^^^^^^^^^^^ TFA308 `k` has dtype float64 in the graph, mixed with float32
    c = tf.add(x, k)
#~      ^^^^^^^^^^^^ TFA308 `k` has dtype float64 in the graph, mixed with float32
    d = tf.add(k, x)  # raises eagerly, too
    e = tf.equal(x, k)
#~      ^^^^^^^^^^^^^^ TFA308 `k` has dtype float64 in the graph, mixed with float32
    f = tf.reduce_sum(k) * 2.0
    g = tf.reduce_sum(k) * x  # raises eagerly, too
    return a, b, c, d, e, f, g


functions(tf.ones(2), np.random.rand(2))


class Averaged(tf.Module):
    def __init__(self):
        self.mean = tf.Variable([0.0, 0.0])

    @tf.function
    def update(self, batch, momentum):
        self.mean.assign(batch)
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA308 `batch` has dtype float64 in the graph, mixed with float32
        return smoothed(self.mean, batch, momentum)

    @tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])
    def signed(self, batch):
        return self.mean * batch


def smoothed(mean, batch, momentum):
    return mean * momentum + batch * (1.0 - momentum)
#~         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA308 `batch * (1.0 - momentum)` has dtype float64 in the graph, mixed with float32


averaged = Averaged()
averaged.update(np.zeros(2), 0.5)
averaged.signed(np.zeros(2))


@tf.function
def of_one_dtype(x, k, n):
    return x * k, x * n


of_one_dtype(tf.ones(2), np.ones(2, np.float32), 2)
of_one_dtype(tf.ones(2), np.ones(2).astype("float32"), 3)


@tf.function
def of_several_dtypes(x, k):
    return x * k


of_several_dtypes(tf.ones(2), np.ones(2, np.float32))
of_several_dtypes(tf.ones(2), np.ones(2))


@tf.function
def of_integers(x, k, total):
    return x * k, tf.constant(1) + total
#~         ^^^^^ TFA308 `k` has dtype int64 in the graph, mixed with float32
#~                ^^^^^^^^^^^^^^^^^^^^^^ TFA308 `total` has dtype float64 in the graph, mixed with int32


of_integers(tf.ones(2), np.array([1, 2]), np.array([0.5]).sum())


@tf.function
def of_unknown(x, k, y):
    return x * k, y * k


def eager(x, rows):
    return of_unknown(x, np.array(rows), np.load("rows.npy"))


@tf.function
def of_items(x, batch):
    return x * batch["scale"] + batch["pair"][0] - batch["whole"]
#~         ^^^^^^^^^^^^^^^^^^ TFA308 `batch["scale"]` has dtype float64 in the graph, mixed with float32
#~         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA308 `batch["pair"][0]` has dtype float64 in the graph, mixed with float32


of_items(tf.ones(2), {"scale": np.ones(2), "pair": (np.zeros(2), 1), "whole": np.ones(2, np.float32)})


@tf.function
def of_a_default(x, k):
    return x * k
#~         ^^^^^ TFA308 `k` has dtype float64 in the graph, mixed with float32


def by_default(step=of_a_default):
    step(tf.ones(2), np.ones(2))


by_default()

GENERATOR = np.random.default_rng(0)


@tf.function
def of_generator(x, drawn):
    return x * drawn
#~         ^^^^^^^^^ TFA308 `drawn` has dtype float64 in the graph, mixed with float32


@tf.function
def of_generator_in_dict(x, batch):
    return x * batch["x"]
#~         ^^^^^^^^^^^^^^ TFA308 `batch["x"]` has dtype float64 in the graph, mixed with float32


@tf.function
def of_old_generator(x, drawn):
    return x * drawn
#~         ^^^^^^^^^ TFA308 `drawn` has dtype float64 in the graph, mixed with float32


@tf.function
def of_floats(x, drawn):
    return x * drawn


@tf.function
def of_one_number(x, drawn):
    return x * drawn


def draw():
    rng = np.random.default_rng(1)
    of_generator(tf.ones([2]), GENERATOR.normal(size=2))
    of_generator_in_dict(tf.ones([2]), {"x": rng.random(2), "y": rng.uniform(0.0, 1.0, 2)})
    of_old_generator(tf.ones([2]), np.random.RandomState(0).randn(2))
    of_floats(tf.ones([2]), rng.random(2, dtype=np.float32) + rng.standard_normal(2, np.float32))
    of_one_number(tf.ones([2]), rng.normal())
    of_one_number(tf.ones([2]), np.random.rand())


draw()
