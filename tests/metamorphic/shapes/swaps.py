"""Several targets at once."""

import random

import tensorflow as tf

first, second = [], {}
low, high = 0.0, 1.0


class Range:
    def __init__(self, low, high):
        self.low, self.high = low, high
        self.values, self.names = [], {}
        self.width = self.size = high - low

    @tf.function
    def draw(self, x):
        a, b = self.low, self.high
        a, b = b, a
        self.values.append(x)
        self.names["x"] = x
        c = d = random.uniform(a, b)
        return x * c + d

    def widen(self):
        self.low, self.high = self.low - 1, self.high + 1


@tf.function
def step(x):
    a, b = x, random.random()
    y = z = a * b
    first.append(y)
    second["z"] = z
    return y + z * high


def change():
    global low, high
    low, high = high, low


ranges = Range(0.0, 1.0)
ranges.draw(tf.constant(1.0))
ranges.widen()
change()
