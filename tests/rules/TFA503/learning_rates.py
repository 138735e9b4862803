"""Attributes that optimizers of Keras keep in variables, set on optimizers and on other objects."""

import tensorflow as tf


class Plain:
    def __init__(self, rate):
        self.lr = rate
        self.learning_rate = rate

    def decay(self):
        self.lr *= 0.5
#~      ^^^^^^^^^^^^^^ TFA503 `self.lr` is updated only at trace time, not on every call
        self.learning_rate = self.learning_rate * 0.5
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.learning_rate` is updated only at trace time, not on every call


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.lr = 0.5

    def decay(self):
        self.lr *= 0.5
#~      ^^^^^^^^^^^^^^ TFA503 `self.lr` is updated only at trace time, not on every call


class Descent(tf.keras.optimizers.SGD):
    def decay(self):
        self.learning_rate = self.learning_rate * 0.5


plain, net, descent = Plain(0.1), Net(), Descent(0.1)


@tf.function
def train(x):
    plain.decay()
    net.decay()
    descent.decay()
    return x


for value in (1.0, 2.0, 3.0):
    train(tf.constant(value))
