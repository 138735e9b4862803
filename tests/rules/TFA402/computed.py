"""Python numbers computed from a counter, by functions outside the project and from numbers that constructors store."""

import math
import random

import numpy as np
import tensorflow as tf


@tf.function
def step(x, rate):
    return x * rate


class Cosine:
    def __init__(self, base, total):
        self.base, self.total, self.t = base, total, 0

    def step(self, x):
        rate = 0.5 * self.base * (1 + math.cos(math.pi * self.t / self.total))
        self.t += 1
        return step(x, rate)
#~             ^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `rate`


class Scaled:
    def __init__(self, base):
        self.base = base
        self.t = 0

    def step(self, x):
        rate = self.base / (1 + self.t)
        self.t += 1
        return step(x, rate)


class Once:
    def __init__(self):
        self.t = 0

    def step(self, x):
        self.t += 1
        return step(x, 0.1 * self.t)


def main():
    for number in range(20):
        step(tf.constant(1.0), float(np.exp(-number)))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `number`
        step(tf.constant(1.0), math.sqrt(number))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `number`
        step(tf.constant(1.0), np.exp(-number))
        step(tf.constant(1.0), math.sqrt(2.0))


cosine = Cosine(0.2, 10)
scaled = Scaled(tf.constant(0.1))
once = Once()
once.step(tf.constant(1.0))
main()


def entry(x):
    return cosine.step(x) + scaled.step(x)


@tf.function
def distance(genome, x):
    return x - tf.stack(genome)


class Individual:
    def __init__(self, genome):
        self.genome = genome


def population(seed, x):
    drawn = random.Random(seed)
    members = [Individual([drawn.random() for _ in range(2)]) for _ in range(5)]
    equal = [Individual([1.0, 2.0]) for _ in range(5)]
    first = [distance(each.genome, x) for each in members]
#~           ^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `distance` retraces for every distinct Python value of `each.genome`
    return first + [distance(each.genome, x) for each in equal] + [distance(tf.constant(each.genome), x) for each in members]


population(3, tf.constant([1.0, 2.0]))
