"""A name of the module is bound to another object between two calls."""

import tensorflow as tf

weight = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function
def train(x):
    optimizer.apply_gradients([(x, weight)])
#~  ^^^^^^^^^ TFA113 `optimizer` is read once, at trace time, and changes later


train(tf.constant(1.0))
optimizer = tf.keras.optimizers.SGD(1.0)
train(tf.constant(1.0))
