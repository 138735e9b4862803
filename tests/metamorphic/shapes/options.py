"""Options that are constants, and what reads files, clocks and lists while a function is traced."""

import time

import tensorflow as tf

LOG = []


def loss(x, weight=1.0, power=2):
    LOG.append(f"{weight} and {power}")
    return weight * x**power


def reduced(x, how: str):
    return tf.reduce_sum(x) if how == "sum" else tf.reduce_mean(x)


def clipped(x, how: str, limit=1.0):
    if how == "sum":
        return tf.minimum(x, limit)
    return x


@tf.function
def evaluate(x, how: str):
    with open("weights.txt") as file:
        weight = float(file.read())
    started = time.time()
    rows = tf.map_fn(lambda row: loss(row, weight=0.5), x)
    largest = max([loss(row, power=3) for row in (1.0, 2.0)])
    rest = loss(sum(each * 2.0 for each in (1.0, 2.0)), weight=0.1, power=1)
    return clipped(reduced(rows * weight, how), how) + largest + rest + started


class Keeper:
    def __init__(self, names):
        super().__init__()
        self.names = names
        self.done = []

    @tf.function
    def keep(self, x):
        for name in self.names:
            self.done.append(f"{name}!")
        return x


def run(keeper):
    columns = []
    for width in (2, 3):
        columns.append(tf.ones([width]))
    for column in columns:
        evaluate(column, "sum")
        keeper.keep(column)


run(Keeper(["a", "b"]))
