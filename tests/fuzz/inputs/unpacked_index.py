"""Sequences that are unpacked in an index, of known and of unknown length."""

import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, 3, 4]), tf.TensorSpec([], tf.int32)])
def part(x, n):
    index, more = (0, n), [*range(2)]
    return x[(*index, 1)], x[(*more, n)], x[(*(), 1)], x[(*(n,), slice(1, n))].shape
