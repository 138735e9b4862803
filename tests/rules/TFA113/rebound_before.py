"""A name of the module is bound to another object before the first call."""

import tensorflow as tf

weight = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function
def train(x):
    optimizer.apply_gradients([(x, weight)])


optimizer = tf.keras.optimizers.SGD(1.0)
train(tf.constant(1.0))
train(tf.constant(1.0))
