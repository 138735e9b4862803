"""Objects of classes that are passed to the code which makes them."""

import tensorflow as tf


class Dense:
    def __init__(self, width):
        self.width = width

    def loss(self, x):
        print("dense")
#~      ^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x * 2.0


class Sparse:
    def loss(self, x):
        print("sparse")
#~      ^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x * 2.0


class Unused:
    def loss(self, x):
        print("unused")
        return x * 2.0


def train(cls, width):
    model = cls(width)

    @tf.function
    def step(x):
        return model.loss(x)

    return step


def trainer(model, weight):
    @tf.function
    def step(x):
        return model.loss(x * weight)

    return step


def build(cls, weight):
    return trainer(cls(), weight)


train(Dense, 3)(tf.constant(1.0))
build(Sparse, 2.0)(tf.constant(1.0))
