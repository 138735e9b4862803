"""Functions that are traced by a call right below them, and helpers that do one thing."""

import random
import time

import tensorflow as tf

moments = []
options = {}


def now():
    return time.time()


def note(moment):
    moments.append(moment)


def draw(scale):
    return random.gauss(0.0, scale)


def stamped(x):
    moment = now()
    note(moment)
    options.update(last=x)
    return x * moment


stamped = tf.function(stamped)


def noisy(x, scale=1.0):
    options["scale"] = scale
    return x + draw(scale)


noisy = tf.function(
    noisy,
    reduce_retracing=True,
)


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.seen = {}

    def predict(self, x):
        self.seen["x"] = x
        return self._shifted(x, by=1.0)

    predict = tf.function(predict)

    def _shifted(self, x, by):
        print(
            "shift",
        )
        return x + by


model = Model()
model.predict(tf.constant(1.0))
stamped(tf.constant(1.0))
noisy(tf.constant(1.0), 2.0)
