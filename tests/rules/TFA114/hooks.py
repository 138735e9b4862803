"""Attributes of a model that functions change which the code that trains it is given."""

import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.beta = 1.0
        self.gamma = 1.0
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x) * self.beta * self.gamma
#~                             ^^^^^^^^^ TFA114 `self.beta` is read once, at trace time, and changes later


def anneal(model):
    model.beta *= 0.9


def begin(model):
    model.gamma = 0.5


def train(model, setup, hooks):
    setup(model)
    model.compile("sgd", "mse")
    for _ in range(3):
        model.fit(tf.ones((2, 3)), tf.ones((2, 1)))
        for hook in hooks:
            hook(model)


train(Net(), begin, [anneal])
