"""One way to write what programmers write in several: options, texts, callbacks, files and lists."""

import random

import tensorflow as tf

SEEN = []
SIZES = [2, 3]


def scaled(x, rate=2.0, shift=0.0):
    SEEN.append(rate)
    return x * rate + shift


def chosen(x, mode: str):
    if mode == "half":
        return x * 0.5
    return x * 2.0


def signed(x, mode: str):
    return -x if mode == "minus" else x


def noise(values):
    return sum(value * random.random() for value in values)


class Net(tf.Module):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate
        self.calls = 0

    @tf.function
    def step(self, x, mode: str):
        print(f"step in {mode}")
        self.calls += 1
        y = scaled(x, rate=3.0) * max([self.rate * each for each in (1.0, 2.0)])
        parts = [chosen(y, mode), signed(x, mode), noise([x, y])]
        return tf.add_n(parts) + tf.map_fn(lambda row: scaled(row, rate=0.5), x)


def read(path):
    with open(path) as file:
        return [float(line) for line in file]


def train(net):
    rows = []
    for size in SIZES:
        rows.append(tf.ones([size]))
    for row in rows:
        net.step(row, "half")
    for rate in [0.1, 0.2, 0.3, 0.4]:
        Net(rate).step(tf.ones([2]), "minus")


train(Net(3.0))
