"""Shapes and lengths that are not known while tracing."""

import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, 3])])
def flatten(x):
    rows = x.shape[0]
    columns = x.shape[1]
    flat = tf.reshape(x, [rows * columns])
    if x.shape.rank == 2:
        print("matrix")
    if x.dtype == tf.float32 and rows is not None:
        flat = flat / len(x)
    return flat


@tf.function(input_signature=[tf.TensorSpec([None])])
def pairs(x):
    n = len(x)
    parts = []
    for k in range(n):
        parts.append(x[k])
    first, *rest = x
    tf.ensure_shape(x, [None])
    return parts, first, rest


@tf.function
def write(x):
    array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for i in tf.range(3):
        array.write(i, x)
    parts = tf.split(x, 2)
    a = b = parts[0]
    return array.stack(), a + b
