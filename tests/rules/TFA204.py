"""Datasets that Python itself iterates."""

import functools
import heapq
import itertools
import operator

import tensorflow as tf
from tqdm import tqdm

DATA = tf.data.Dataset.range(3)


@tf.function
def comprehensions(x):
    parts = [value for value in DATA]
#~                              ^^^^ TFA204 a comprehension over a `tf.data.Dataset` never ends at trace time
    pairs = {i: value for i, value in enumerate(DATA)}
#~                                              ^^^^ TFA204 a comprehension over a `tf.data.Dataset` never ends at trace time
    return tf.add_n(parts), pairs, sum(value for value in DATA)
#~                                                        ^^^^ TFA204 a comprehension over a `tf.data.Dataset` never ends at trace time


@tf.function
def builtins(x):
    return list(DATA), tuple(DATA.batch(2)), sum(DATA), max(DATA), [*DATA], tf.add(*DATA)
#~              ^^^^ TFA204 calling `list()` on a `tf.data.Dataset` never ends at trace time
#~                           ^^^^^^^^^^^^^ TFA204 calling `tuple()` on a `tf.data.Dataset` never ends at trace time
#~                                               ^^^^ TFA204 calling `sum()` on a `tf.data.Dataset` never ends at trace time
#~                                                          ^^^^ TFA204 calling `max()` on a `tf.data.Dataset` never ends at trace time
#~                                                                   ^^^^ TFA204 unpacking with `*` a `tf.data.Dataset` never ends at trace time
#~                                                                                  ^^^^ TFA204 unpacking with `*` a `tf.data.Dataset` never ends at trace time


@tf.function
def more_builtins(x, other: tf.data.Dataset):
    first, second = DATA
#~                  ^^^^ TFA204 unpacking a `tf.data.Dataset` raises at trace time
    together = [one * two for one, two in zip(DATA, other)]
#~                                            ^^^^ TFA204 a comprehension over a `tf.data.Dataset` never ends at trace time
    few = [one * two for one, two in zip(range(2), DATA)]
    named = dict(train=DATA)
    return first, second, together, few, sorted(DATA), dict(enumerate(DATA)), 2 in DATA, any(other), all(other), named
#~                                              ^^^^ TFA204 calling `sorted()` on a `tf.data.Dataset` never ends at trace time
#~                                                                    ^^^^ TFA204 calling `dict()` on a `tf.data.Dataset` never ends at trace time
#~                                                                                 ^^^^ TFA204 `in` tests a `tf.data.Dataset` element as a bool at trace time


@tf.function(autograph=False)
def unconverted_builtins(x):
    for one, two in zip(DATA, DATA):
#~                      ^^^^ TFA204 an unconverted `for` over a `tf.data.Dataset` never ends at trace time
        x += one * two
    return any(DATA), all(DATA), next(iter(DATA)), not DATA
#~             ^^^^ TFA204 `any` tests a `tf.data.Dataset` element as a bool at trace time
#~                        ^^^^ TFA204 `all` tests a `tf.data.Dataset` element as a bool at trace time


@tf.function(autograph=False)
def unconverted(x):
    for value in DATA:
#~               ^^^^ TFA204 an unconverted `for` over a `tf.data.Dataset` never ends at trace time
        x += value
    return x


@tf.function
def progress(x):
    for value in tqdm(DATA):
#~                    ^^^^ TFA204 `tqdm` around a `tf.data.Dataset` never ends at trace time
        x += value
    return x


def pairs(dataset):
    for value in dataset:
#~               ^^^^^^^ TFA204 an unconverted `for` over a `tf.data.Dataset` never ends at trace time
        yield value, value


@tf.function
def generator(x):
    for a, b in pairs(DATA):
        x += a * b
    return x


class Progress:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        yield from ()


@tf.function
def iterator_object(x):
    for value in Progress(DATA):
#~                        ^^^^ TFA204 `Progress` around a `tf.data.Dataset` never ends at trace time
        x += value
    return x


def below(dataset):
    return list(dataset)
#~              ^^^^^^^ TFA204 calling `list()` on a `tf.data.Dataset` never ends at trace time


def helper(dataset):
    return below(dataset)


class Trainer:
    def __init__(self):
        self.data = tf.data.Dataset.range(5)

    @tf.function
    def epoch(self):
        def inner():
            return [value for value in self.data]
#~                                     ^^^^^^^^^ TFA204 a comprehension over a `tf.data.Dataset` never ends at trace time

        return helper(DATA), inner()


@tf.function
def fine(x):
    for value in DATA:
        x += value
    for i, value in enumerate(DATA):
        x += value
    for a, b in zip(DATA, DATA):
        x += a * b
    iterator = iter(DATA)
    x += next(iterator)
    for i, value in zip(range(3), DATA):
        x += value
    for value in itertools.islice(DATA, 3):
        x += value
    parts = [value for _, value in zip(range(3), DATA)]
    return x, parts, any(DATA)


def eager():
    return list(DATA), [value for value in DATA]


class Sampling(tf.keras.layers.Layer):
    """Keras gives a layer what is in a dataset, whatever the annotation says."""

    def call(self, inputs: tf.data.Dataset):
        mean, variance = inputs
        return mean + variance


@tf.function
def takes_a_dataset_apart(given: tf.data.Dataset):
    first, second = given
#~                  ^^^^^ TFA204 unpacking a `tf.data.Dataset` raises at trace time
    return first + second


@tf.function
def reduced(x):
    total = functools.reduce(operator.add, DATA, x)
#~                                         ^^^^ TFA204 calling `reduce()` on a `tf.data.Dataset` never ends at trace time
    largest = heapq.nlargest(2, DATA)
#~                              ^^^^ TFA204 calling `nlargest()` on a `tf.data.Dataset` never ends at trace time
    return total, largest, functools.reduce(operator.add, [x, x])
