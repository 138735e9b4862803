"""Containers that change between the epochs of a dataset or of `fit`."""

import keras
import numpy as np
import tensorflow as tf

LIMITS = {"most": 2, "least": 1}


def few(row):  # keeps-root
    return row <= LIMITS["most"]
#~                ^^^^^^ TFA113 `LIMITS` is read once, at trace time, and changes later


def enough(row):
    return row >= LIMITS["least"]


def sizes(epochs):
    rows = tf.data.Dataset.range(9).filter(enough).filter(few)
    found = []
    for _ in range(epochs):
        found.append(sum(1 for _ in rows))
        LIMITS["most"] += 2
    return found


def weighted(knobs):
    def loss(true, predicted):  # keeps-root
        return keras.ops.mean(true - predicted) * knobs["weight"]
#~                                                ^^^^^ TFA113 `knobs` is read once, at trace time, and changes later

    return loss


class Turn(keras.callbacks.Callback):
    def __init__(self, knobs):
        super().__init__()
        self.knobs = knobs

    def on_epoch_end(self, epoch, logs=None):
        self.knobs["weight"] += 1.0


def train(epochs):
    knobs = {"weight": 1.0}
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", weighted(knobs))
    model.fit(np.ones((4, 2)), np.ones((4, 1)), epochs=epochs, callbacks=[Turn(knobs)])


sizes(3)
train(3)
