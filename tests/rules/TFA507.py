"""Writes to a `tf.TensorArray` whose result is dropped."""

import tensorflow as tf


@tf.function
def squares(n):
    out = tf.TensorArray(tf.int32, size=n)
    for i in tf.range(n):
        out.write(i, i * i)
#~      ^^^^^^^^^^^^^^^^^^^ TFA507 the result of `out.write` is ignored, and with it the write
    return out.stack()
