"""Iterators, generators and files that move on while tracing."""

import itertools
import json

import tensorflow as tf

numbers = iter(range(100))
counter = itertools.count()


def batches():
    for number in range(3):
        yield number


class Source:
    def __init__(self, path):
        self.path = path
        self.lines = open(path)
        self.queue = [1, 2, 3]
        self.position = 0

    def take(self):
        self.position = self.position + 1
        return self.queue.pop()

    @tf.function
    def read(self, x):
        line = next(self.lines)
        print(line)
        with open(self.path) as file:
            settings = json.load(file)
        return x * self.take() + settings["shift"]


@tf.function
def step(x):
    x = x + next(numbers)
    x = x * next(counter)
    for number in batches():
        x = x + number
    return x
