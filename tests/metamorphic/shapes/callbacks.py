"""Callables that are handed over, stored and looked up."""

import functools
import operator

import tensorflow as tf


def show(x):
    print("x", x)
    return x


def double(x):
    events.append("double")
    return x * 2


events = []
OPERATIONS = {"show": show, "double": double}


class Pipeline:
    def __init__(self, operations, log=None):
        self.operations = operations
        self.log = log or events.append
        self.done = []
        self.names = {}

    @tf.function
    def run(self, x):
        for operation in self.operations:
            x = operation(x)
        self.log(x)
        self.done.append(x)
        return x

    @tf.function
    def named(self, x, name):
        self.names[name] = x
        return OPERATIONS[name](x)


@tf.function
def reduced(xs):
    add = functools.partial(operator.add)
    note = events.append
    note("reduced")
    return functools.reduce(add, [double(xs[0]), show(xs[1])])


pipeline = Pipeline([show, double])
pipeline.run(tf.constant(1.0))
