"""Values that leave the graph, and values that a graph does not have."""

import numpy as np
import tensorflow as tf

values = []
latest = {}


class Mean:
    def __init__(self):
        self.total = 0.0
        self.count = 0
        self.items = []

    def update(self, value):
        self.total += value
        self.count += 1
        self.items += [value]

    def result(self):
        return self.total / self.count


mean = Mean()


@tf.function
def evaluate(x, y):
    error = tf.reduce_mean(tf.abs(x - y))
    mean.update(error)
    values.append(error)
    latest["error"] = error
    if error > 1.0:
        print("large")
    score = float(error)
    rounded = np.round(error)
    return error.numpy(), score, rounded


@tf.function
def check(x):
    assert x > 0
    items = list(x)
    text = "x is {}".format(x)
    return items, text, f"{x}", "%s" % x
