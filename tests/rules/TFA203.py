"""Tensors that Python itself iterates or takes apart."""

import functools
import heapq
import itertools

import tensorflow as tf

V = tf.Variable([1.0, 2.0])
DATA = tf.data.Dataset.range(3)


@tf.function
def unpacked(x):
    height, width = tf.shape(x)
#~                  ^^^^^^^^^^^ TFA203 unpacking iterates the tensor `tf.shape(x)` in Python
    first, *rest = tf.square(x)
#~                 ^^^^^^^^^^^^ TFA203 unpacking iterates the tensor `tf.square(x)` in Python
    one, two = V
#~             ^ TFA203 unpacking iterates the tensor `V` in Python
    three, four = x + 1.0
#~                ^^^^^^^ TFA203 unpacking iterates the tensor `x + 1.0` in Python
    return height * width, first, rest, one, two, three, four


@tf.function
def argument(pair):
    a, b = pair
#~         ^^^^ TFA203 unpacking iterates the tensor `pair` in Python
    return a - b


@tf.function
def comprehensions(x):
    rows = tf.square(x)
    a = [row for row in rows]
#~                      ^^^^ TFA203 a comprehension iterates the tensor `rows` in Python
    b = {i: row for i, row in enumerate(rows)}
#~                                      ^^^^ TFA203 `enumerate` iterates the tensor `rows` in Python
    c = sum(row for row in rows)
#~                         ^^^^ TFA203 a comprehension iterates the tensor `rows` in Python
    n = tf.size(x)
    d = [x[i] for i in range(n)]
#~                     ^^^^^^^^ TFA203 a comprehension iterates the tensor `range(n)` in Python
    return a, b, c, d


@tf.function
def builtins(x):
    rows = tf.square(x)
    pairs = list(zip([1.0, 2.0], rows))
#~                               ^^^^ TFA203 `zip` iterates the tensor `rows` in Python
    both = list(map(tf.abs, rows)), list(filter(None, rows))
#~                          ^^^^ TFA203 `map` iterates the tensor `rows` in Python
#~                                                    ^^^^ TFA203 `filter` iterates the tensor `rows` in Python
    total = sum(rows) + max(rows) + min(rows)
#~              ^^^^ TFA203 `sum` iterates the tensor `rows` in Python
#~                          ^^^^ TFA203 `max` iterates the tensor `rows` in Python
#~                                      ^^^^ TFA203 `min` iterates the tensor `rows` in Python
    some = any(rows > 0.0), all(rows > 0.0)
#~             ^^^^^^^^^^ TFA203 `any` iterates the tensor `rows > 0.0` in Python
#~                              ^^^^^^^^^^ TFA203 `all` iterates the tensor `rows > 0.0` in Python
    return list(rows), tuple(rows), next(iter(rows)), pairs, both, total, some, list(reversed(rows))
#~              ^^^^ TFA203 `list` iterates the tensor `rows` in Python
#~                           ^^^^ TFA203 `tuple` iterates the tensor `rows` in Python
#~                                            ^^^^ TFA203 `iter` iterates the tensor `rows` in Python
#~                                                                                            ^^^^ TFA203 `reversed` iterates the tensor `rows` in Python


@tf.function
def loops(x):
    total = 0.0
    for a, b in tf.square(x):
#~              ^^^^^^^^^^^^ TFA203 unpacking a row iterates the tensor `tf.square(x)` in Python
        total += a * b
    for i, row in enumerate(tf.square(x)):
#~                          ^^^^^^^^^^^^ TFA203 `enumerate` iterates the tensor `tf.square(x)` in Python
        total += row
    return total


@tf.function
def stars(x):
    return tf.add(*tf.square(x))
#~                 ^^^^^^^^^^^^ TFA203 `*` iterates the tensor `tf.square(x)` in Python


@tf.function
def displays(x):
    return [*tf.square(x)]
#~           ^^^^^^^^^^^^ TFA203 `*` iterates the tensor `tf.square(x)` in Python


MODEL = tf.keras.Sequential([tf.keras.layers.LSTM(3, return_state=True)])


@tf.function
def outputs(x):
    whole, state, carry = MODEL(x)
    return [each for each in MODEL(x)], [*MODEL(x)], whole, state, carry


@tf.function
def membership(x):
    return 2.0 in tf.square(x)
#~                ^^^^^^^^^^^^ TFA203 `in` iterates the tensor `tf.square(x)` in Python


@tf.function(autograph=False)
def unconverted(x):
    total = 0.0
    for row in tf.square(x):
#~             ^^^^^^^^^^^^ TFA203 an unconverted `for` iterates the tensor `tf.square(x)` in Python
        total += row
    for i in range(tf.size(x)):
        total += x[i]
    return total, [x[i] for i in range(tf.size(x))]


def helper_below(x):
    a, b = tf.unstack(x)
    c, d = tf.stack([a, b])
#~         ^^^^^^^^^^^^^^^^ TFA203 unpacking iterates the tensor `tf.stack([a, b])` in Python
    return c + d


def helper(x):
    return helper_below(x)


@tf.function
def through_helpers(x):
    def inner(y):
        left, right = tf.abs(y)
#~                    ^^^^^^^^^ TFA203 unpacking iterates the tensor `tf.abs(y)` in Python
        return left * right

    return helper(x) + inner(x)


class Model:
    @tf.function
    def step(self, x):
        return [row for row in tf.exp(x)]
#~                             ^^^^^^^^^ TFA203 a comprehension iterates the tensor `tf.exp(x)` in Python


def take_apart(x):  # keeps-root
    a, b = tf.cast(x, tf.float32)
#~         ^^^^^^^^^^^^^^^^^^^^^^ TFA203 unpacking iterates the tensor `tf.cast(x, tf.float32)` in Python
    return a + b


data = tf.data.Dataset.from_tensor_slices([[1, 2]]).map(take_apart)


@tf.function
def fine(x, items):
    height, width = x.shape
    a, b = tf.split(x, 2)
    c, d = tf.unstack(x)
    first, second = items[0], items[1]
    for row in x:
        first += row
    for i in range(tf.size(x)):
        second += x[i]
    parts = [a, b, c, d]
    for p, q in zip(parts, [1.0, 2.0, 3.0, 4.0]):
        first += p * q
    ordered = sorted(tf.square(x))
    print_length = len(x)
    for i, element in enumerate(DATA):
        first += element
    return [part * 2.0 for part in parts], height * width, first, second, ordered, print_length, max(1, 2)


def eager(x):
    a, b = tf.shape(x)
    return [row for row in x], a, b


def twice(x):
    return x, x * 2


pairs_of_numbers = tf.data.Dataset.range(3).map(twice)


@tf.function
def takes_elements_apart():
    inner = iter(pairs_of_numbers)
    a, b = next(inner)
    pair = next(inner)
    c, d = pair
    return a + b + c + d + tf.add(*pair)


@tf.function
def takes_a_known_element_apart():
    first = next(iter(tf.data.Dataset.range(3)))
    a, b = tf.reshape(first, [1])
#~         ^^^^^^^^^^^^^^^^^^^^^^ TFA203 unpacking iterates the tensor `tf.reshape(first, [1])` in Python
    return a + b


@tf.function
def parted(x, y):
    return parts((tf.square(x), y))


def parts(both):
    first, second = both
    a, b = first
#~         ^^^^^ TFA203 unpacking iterates the tensor `first` in Python
    return a + b + second


def split(x):
    return unknown(x)


@tf.function
def collected(x, pairs):
    """A star in a target collects what is left over, whatever its name held before; one in a display takes a tensor apart."""
    _ = tf.square(x)
    first, *_ = split(x)
    (second, *_), last = split(x)
    for third, *_ in pairs:
#~                   ^^^^^ TFA203 unpacking a row iterates the tensor `pairs` in Python
        pass
    _ = tf.square(x)
    with split(x) as (fourth, *_):
        pass
    _ = tf.square(x)
    return first, second, third, fourth, last, [*_]
#~                                               ^ TFA203 `*` iterates the tensor `_` in Python


@tf.function
def by_the_standard_library(x):
    rows = tf.square(x)
    pairs = list(itertools.combinations(rows, 2))
#~                                      ^^^^ TFA203 `itertools.combinations` iterates the tensor `rows` in Python
    total = functools.reduce(lambda one, other: one + other, rows)
#~                                                           ^^^^ TFA203 `functools.reduce` iterates the tensor `rows` in Python
    every = list(itertools.chain([x], rows))
#~                                    ^^^^ TFA203 `itertools.chain` iterates the tensor `rows` in Python
    most = heapq.nlargest(2, rows)
#~                           ^^^^ TFA203 `heapq.nlargest` iterates the tensor `rows` in Python
    same = list(itertools.repeat(rows, 2))
    known = list(itertools.permutations(tf.unstack(rows)))
    sizes = list(itertools.product(x.shape, x.shape))
    summed = functools.reduce(lambda one, other: one + other, [rows, rows], rows)
    return pairs, total, every, most, same, known, sizes, summed


class Pairs(tf.keras.layers.Layer):
    """A layer that iterates what it is called with is called with a list of tensors, and so is a function that a layer calls."""

    def call(self, inputs):
        first, second = inputs[:2]
        return [tf.multiply(one, other) for one, other in itertools.combinations(inputs, 2)], first, second


class Squares(tf.keras.layers.Layer):
    def call(self, inputs):
        rows = tf.square(inputs)
        return [tf.multiply(one, other) for one, other in itertools.combinations(rows, 2)]
#~                                                                               ^^^^ TFA203 `itertools.combinations` iterates the tensor `rows` in Python


def distance(args):
    first, second = args
    return first - second


def norms(args):  # keeps-root
    first, second = tf.square(args)
#~                  ^^^^^^^^^^^^^^^ TFA203 unpacking iterates the tensor `tf.square(args)` in Python
    return first - second


layers = [
    tf.keras.layers.Lambda(distance),
    tf.keras.layers.Lambda(lambda args: distance(*args)),
    tf.keras.layers.Lambda(norms),
]


@tf.function
def counted(images, counts):
    """What only the callers of a `tf.function` know is reported with low confidence; a helper is given a list as often."""
    height, width = counts
#~                  ^^^^^^ TFA203 unpacking iterates the tensor `counts` in Python
    return per_image(images, (height, width)), joined(images)


def per_image(images, counts):
    height, width = counts
    return images * height * width


def joined(images):
    parts = tf.nest.map_structure(tf.squeeze, images)
    first, second = parts
    return first + second


@tf.function
def items_of_written_lists(x):
    row = tf.reduce_sum(x) * tf.constant([1.0, 2.0])
    for first, second in [row, (x, x)]:
#~                        ^^^ TFA203 unpacking iterates the tensor `row` in Python
        x = x + first * second
    for first, second in [(row, x), (x, row)]:
        x = x + first * tf.reduce_sum(second)
    return x


@tf.function
def fields_of_results(x):
    best, second = tf.math.top_k(x, 2).values
#~                 ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA203 unpacking iterates a tensor in Python
    found = tf.unique(x)
    kinds = [each for each in found.y]
#~                            ^^^^^^^ TFA203 a comprehension iterates the tensor `found.y` in Python
    values, places = tf.nn.top_k(x, k=2)
    sizes = [tf.size(each) for each in tf.unique_with_counts(x)]
    return best, second, kinds, values, places, sizes


def rows_of(x):
    yield from x
#~             ^ TFA203 `yield from` iterates the tensor `x` in Python


def listed_rows(x):
    yield from tf.unstack(x)


def passed_on(x):
    yield from listed_rows(x)


@tf.function
def summed_rows(x):
    total = 0.0
    for row in passed_on(x):
        total += row
    return tf.add_n(list(rows_of(x))) + total


summed_rows(tf.constant([1.0, 2.0]))
