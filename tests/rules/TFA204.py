"""Datasets that Python itself iterates."""

import itertools

import tensorflow as tf
from tqdm import tqdm

DATA = tf.data.Dataset.range(3)


@tf.function
def comprehensions(x):
    parts = [value for value in DATA]
#~                              ^^^^ TFA204 a comprehension over a dataset finds no end while tracing
    pairs = {i: value for i, value in enumerate(DATA)}
#~                                              ^^^^ TFA204 a comprehension over a dataset finds no end while tracing
    return tf.add_n(parts), pairs, sum(value for value in DATA)
#~                                                        ^^^^ TFA204 a comprehension over a dataset finds no end while tracing


@tf.function
def builtins(x):
    return list(DATA), tuple(DATA.batch(2)), sum(DATA), max(DATA), [*DATA], tf.add(*DATA)
#~              ^^^^ TFA204 `list` over a dataset finds no end while tracing
#~                           ^^^^^^^^^^^^^ TFA204 `tuple` over a dataset finds no end while tracing
#~                                               ^^^^ TFA204 `sum` over a dataset finds no end while tracing
#~                                                          ^^^^ TFA204 `max` over a dataset finds no end while tracing
#~                                                                   ^^^^ TFA204 `*` over a dataset finds no end while tracing
#~                                                                                  ^^^^ TFA204 `*` over a dataset finds no end while tracing


@tf.function
def more_builtins(x, other: tf.data.Dataset):
    first, second = DATA
#~                  ^^^^ TFA204 unpacking over a dataset finds no end while tracing
    together = [one * two for one, two in zip(DATA, other)]
#~                                            ^^^^ TFA204 a comprehension over a dataset finds no end while tracing
    few = [one * two for one, two in zip(range(2), DATA)]
    named = dict(train=DATA)
    return first, second, together, few, sorted(DATA), dict(enumerate(DATA)), 2 in DATA, any(other), all(other), named
#~                                              ^^^^ TFA204 `sorted` over a dataset finds no end while tracing
#~                                                                    ^^^^ TFA204 `dict` over a dataset finds no end while tracing
#~                                                                                 ^^^^ TFA204 `in` over a dataset needs the truth of an element while tracing


@tf.function(autograph=False)
def unconverted_builtins(x):
    for one, two in zip(DATA, DATA):
#~                      ^^^^ TFA204 an unconverted `for` over a dataset finds no end while tracing
        x += one * two
    return any(DATA), all(DATA), next(iter(DATA)), not DATA
#~             ^^^^ TFA204 `any` over a dataset needs the truth of an element while tracing
#~                        ^^^^ TFA204 `all` over a dataset needs the truth of an element while tracing


@tf.function(autograph=False)
def unconverted(x):
    for value in DATA:
#~               ^^^^ TFA204 an unconverted `for` over a dataset finds no end while tracing
        x += value
    return x


@tf.function
def progress(x):
    for value in tqdm(DATA):
#~                    ^^^^ TFA204 `tqdm` over a dataset finds no end while tracing
        x += value
    return x


def pairs(dataset):
    for value in dataset:
#~               ^^^^^^^ TFA204 an unconverted `for` over a dataset finds no end while tracing
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
#~                        ^^^^ TFA204 `Progress` over a dataset finds no end while tracing
        x += value
    return x


def below(dataset):
    return list(dataset)
#~              ^^^^^^^ TFA204 `list` over a dataset finds no end while tracing


def helper(dataset):
    return below(dataset)


class Trainer:
    def __init__(self):
        self.data = tf.data.Dataset.range(5)

    @tf.function
    def epoch(self):
        def inner():
            return [value for value in self.data]
#~                                     ^^^^^^^^^ TFA204 a comprehension over a dataset finds no end while tracing

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
#~                  ^^^^^ TFA204 unpacking over a dataset finds no end while tracing
    return first + second
