"""Python iterators advanced in traced code: every kind of iterator, every way into a trace, every exemption."""

import csv
import itertools

import keras
import tensorflow as tf

NUMBERS = iter([1, 2, 3])
COUNT = itertools.count()
CYCLE = itertools.cycle([1.0, 2.0])
SQUARES = (number * number for number in range(9))
PAIRS = zip([1, 2], [3, 4])
LIST = [1, 2, 3]
BATCHES = iter(tf.data.Dataset.range(9))


def halving(rate):
    while True:
        yield rate
        rate /= 2.0


RATES = halving(1.0)

# What is advanced.


@tf.function
def spellings(x):
    x += next(NUMBERS)
#~       ^^^^^^^^^^^^^ TFA105 `NUMBERS` is advanced only at trace time, not on every call
    x += next(COUNT)
#~       ^^^^^^^^^^^ TFA105 `COUNT` is advanced only at trace time, not on every call
    x += next(CYCLE, 0.0)
#~       ^^^^^^^^^^^^^^^^ TFA105 `CYCLE` is advanced only at trace time, not on every call
    x += next(SQUARES)
#~       ^^^^^^^^^^^^^ TFA105 `SQUARES` is advanced only at trace time, not on every call
    x += RATES.__next__()
#~       ^^^^^^^^^^^^^^^^ TFA105 `RATES` is advanced only at trace time, not on every call
    x += RATES.send(None)
#~       ^^^^^^^^^^^^^^^^ TFA105 `RATES` is advanced only at trace time, not on every call
    first, second = next(PAIRS)
#~                  ^^^^^^^^^^^ TFA105 `PAIRS` is advanced only at trace time, not on every call
    return x + first + second


@tf.function
def loops(x):
    for square in SQUARES:
#~                ^^^^^^^ TFA105 `SQUARES` is advanced only at trace time, not on every call
        x += square
    for one, two in PAIRS:
#~                  ^^^^^ TFA105 `PAIRS` is advanced only at trace time, not on every call
        x += one * two
    x += len(list(SQUARES))
#~           ^^^^^^^^^^^^^ TFA105 `SQUARES` is advanced only at trace time, not on every call
    return x + sum([square for square in SQUARES])
#~                                       ^^^^^^^ TFA105 `SQUARES` is advanced only at trace time, not on every call


@tf.function
def within_others(x):
    for _, square in zip(range(2), SQUARES):
#~                   ^^^^^^^^^^^^^^^^^^^^^^ TFA105 `SQUARES` is advanced only at trace time, not on every call
        x += square
    for number, rate in enumerate(itertools.islice(RATES, 3)):
#~                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA105 `RATES` is advanced only at trace time, not on every call
        x += number * rate
    x += sum(itertools.takewhile(bool, NUMBERS))
#~       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA105 `NUMBERS` is advanced only at trace time, not on every call
    return x + sum([number for number in itertools.chain(LIST, NUMBERS)])
#~                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA105 `NUMBERS` is advanced only at trace time, not on every call


@tf.function
def made_anew(x):
    for number, item in zip(itertools.count(), itertools.islice(LIST, 2)):
        x += number * item
    return x


@tf.function
def passed(x, iterator):
    return x + next(iterator)
#~             ^^^^^^^^^^^^^^ TFA105 `iterator` is advanced only at trace time, not on every call


passed(tf.constant(1), iter([1, 2, 3]))


@tf.function
def asks_a_helper(x):
    return first_helper(x)


def first_helper(x):
    return second_helper(x)


def second_helper(x):
    return x * next(RATES)
#~             ^^^^^^^^^^^ TFA105 `RATES` is advanced only at trace time, not on every call


def eager(x):
    return x * next(RATES)


def enclosing():
    rates = halving(1.0)

    @tf.function
    def nested(x):
        return x * next(rates)
#~                 ^^^^^^^^^^^ TFA105 `rates` is advanced only at trace time, not on every call

    return nested


class Module(tf.Module):
    def __init__(self):
        super().__init__()
        self.rates = halving(1.0)
        self.first = next(self.rates)

    @tf.function
    def run(self, x):
        return x * next(self.rates)
#~                 ^^^^^^^^^^^^^^^^ TFA105 `self.rates` is advanced only at trace time, not on every call


class Reader:
    def __init__(self, rows, rates, batches):
        self.rows = iter(rows)
        self.rates = rates
        self.batches = iter(batches)

    @tf.function
    def read(self, x):
        x += next(self.rows) * next(self.rates)
#~           ^^^^^^^^^^^^^^^ TFA105 `self.rows` is advanced only at trace time, not on every call
#~                             ^^^^^^^^^^^^^^^^ TFA105 `rates` is advanced only at trace time, not on every call
        return x + next(self.batches)


READER = Reader([1.0, 2.0], halving(1.0), tf.data.Dataset.range(9))


class Layer(keras.layers.Layer):
    def call(self, x):
        return x + next(CYCLE)
#~                 ^^^^^^^^^^^ TFA105 `CYCLE` is advanced only at trace time, not on every call


values = tf.data.Dataset.range(3).map(lambda value: value + next(NUMBERS))  # keeps-root
#~                                                          ^^^^^^^^^^^^^ TFA105 `NUMBERS` is advanced only at trace time, not on every call

# Meant as it is.


@tf.function
def made_in_the_call(x):
    iterator = iter(LIST)
    x += next(iterator)
    for rate in halving(1.0):
        x *= rate
        break
    own = (number for number in LIST)
    return x + next(own) + next(number for number in LIST if number > 1)


@tf.function
def of_datasets(x):
    x += next(BATCHES)
    return x + next(iter(tf.data.Dataset.range(3)))


@tf.function
def may_be_either(x, iterator):
    return x + next(iterator)


@tf.function
def lists(x):
    for number in LIST:
        x += number
    return x + sum(number for number in LIST)


@tf.function
def names(x):
    name = f"part-{next(COUNT)}"
#~                 ^^^^^^^^^^^ TFA105 `COUNT` is advanced only at trace time, not on every call
    return tf.identity(x, name=name)


@tf.function
def traced_parent(x):
    own = halving(1.0)

    def inner(y):
        return y * next(own)

    return inner(x)


@tf.function
def escapes(x):
    if tf.executing_eagerly():
        return x + next(NUMBERS)
    return tf.py_function(lambda value: value + next(NUMBERS), [x], tf.float32)


def rows(path):
    for row in csv.reader(open(path)):
        yield row


source = tf.data.Dataset.from_generator(lambda: rows("a.csv"), output_signature=tf.TensorSpec([None], tf.string))


PLACES = enumerate(["a", "b"])


@tf.function
def numbered(x):
    place, _ = next(PLACES)
#~             ^^^^^^^^^^^^ TFA105 `PLACES` is advanced only at trace time, not on every call
    for number, scale in enumerate([1.0, 2.0]):
        x += number * scale
    return x * place
