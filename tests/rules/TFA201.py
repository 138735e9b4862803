"""Tensors as conditions where AutoGraph converts nothing: every form, every way there, every exemption."""

import functools
import typing
import unittest

import keras
import tensorflow as tf


@tf.function(autograph=False)
def forms(x, y):
    if x > 0.0:
#~     ^^^^^^^ TFA201 `x > 0.0` is a tensor condition that AutoGraph does not convert
        y = x + y
    while y < 3.0:
#~        ^^^^^^^ TFA201 `y < 3.0` is a tensor condition that AutoGraph does not convert
        y = y + 1.0
    z = x if y > 1.0 else y
#~           ^^^^^^^ TFA201 `y > 1.0` is a tensor condition that AutoGraph does not convert
    both = x > 0.0 and y > 0.0
#~         ^^^^^^^ TFA201 `x > 0.0` is a tensor condition that AutoGraph does not convert
    either = (not y > 0.0) or x > 3.0
#~                ^^^^^^^ TFA201 `y > 0.0` is a tensor condition that AutoGraph does not convert
    between = 0.0 < x < y
#~            ^^^^^^^^^^^ TFA201 `0.0 < x < y` is a tensor condition that AutoGraph does not convert
    if x.shape.rank == 0 and x > 2.0:
#~                           ^^^^^^^ TFA201 `x > 2.0` is a tensor condition that AutoGraph does not convert
        z = z + 1.0
    return z, both, either, between


@tf.function(autograph=False)
def python_conditions(x, training=False):
    if training and x.shape.rank == 1 and x is not None:
        return x
    if tf.executing_eagerly() and x > 0.0:
        return x
    if isinstance(x, tf.Tensor) and x > 0.0:
        return x
    return tf.where(x > 0.0, x, -x)


@tf.function(autograph=False)
def chosen_by_python(x):
    if tf.rank(x) == 2:
#~     ^^^^^^^^^^^^^^^ TFA201 `tf.rank(x) == 2` is a tensor condition that AutoGraph does not convert
        many = False
    else:
        many = True
    if many:
        x = x + 1.0
    count = 0
    for i in range(tf.shape(x)[0]):
        if i < 3 or not i:
            count += 1
    other = count + 1
    if other > 2:
        x = x * 2.0
    size = 0
    size += tf.shape(x)[0]
    if size > 3:
#~     ^^^^^^^^ TFA201 `size > 3` is a tensor condition that AutoGraph does not convert
        x = x * 3.0
    return x


@tf.function
@tf.autograph.experimental.do_not_convert
def not_to_be_converted(x):
    if x > 0.0:
#~     ^^^^^^^ TFA201 `x > 0.0` is a tensor condition that AutoGraph does not convert
        return x
    return -x


@tf.function
def converted(x):
    if x > 0.0 and not x > 3.0:
        return x
    return clip(x) if x > 1.0 else clip_in_scan(x)


def clip(x):
    return x if x > 0.0 else -x


def clip_in_scan(x):
    return tf.scan(add_clipped, x, initializer=0.0)


def add_clipped(total, x):
    if x > 1.0:
#~     ^^^^^^^ TFA201 `x > 1.0` is a tensor condition that AutoGraph does not convert
        return total + 1.0
    return total + deeper(x)


def deeper(x):
    if x > 0.5:
#~     ^^^^^^^ TFA201 `x > 0.5` is a tensor condition that AutoGraph does not convert
        return x
    return -x


@tf.function
def callbacks(x):
    def nested(v):
        return v if v > 0.0 else -v

    y = tf.cond(x > 0.0, lambda: nested(x), lambda: x)
    return tf.while_loop(lambda v: not_done(v), grow, [tf.abs(x)]), y


def not_done(v):
    return v < 10.0 and v > 0.0


def grow(v):
    if v > 3.0:
#~     ^^^^^^^ TFA201 `v > 3.0` is a tensor condition that AutoGraph does not convert
        return v * 2.0
    return v + 1.0


@tf.custom_gradient
def with_gradient(x):
    if x > 0.0:
#~     ^^^^^^^ TFA201 `x > 0.0` is a tensor condition that AutoGraph does not convert
        y = x
    else:
        y = -x
    return y, lambda dy: dy


@tf.function
def asks_for_gradient(x):
    return with_gradient(x)


class Thing:
    def __init__(self, level):
        self.level = level if level > 0.0 else 0.0
#~                            ^^^^^^^^^^^ TFA201 `level > 0.0` is a tensor condition that AutoGraph does not convert

    def __add__(self, x):
        if x > 0.0:
#~         ^^^^^^^ TFA201 `x > 0.0` is a tensor condition that AutoGraph does not convert
            return x
        return -x

    def __getitem__(self, x):
        return x if x > 0.0 else -x
#~                  ^^^^^^^ TFA201 `x > 0.0` is a tensor condition that AutoGraph does not convert

    def __call__(self, x):
        return x if x > 0.0 else -x

    def method(self, x):
        return x if x > 0.0 else -x


@tf.function
def members(x):
    thing = Thing(x)
    return (thing + x) * thing[x] * thing(x) * thing.method(x)


def generator(x):
    if x > 0.0:
#~     ^^^^^^^ TFA201 `x > 0.0` is a tensor condition that AutoGraph does not convert
        yield x
    yield -x


@tf.function
def uses_generator(x):
    return tf.add_n(list(generator(x)))


@functools.lru_cache
def cached(rate):
    ready = tf.constant(rate) > 0.0
    if ready:
#~     ^^^^^ TFA201 `ready` is a tensor condition that AutoGraph does not convert
        rate = -rate
    return rate


@tf.function
def uses_cache(x):
    return x * cached(2.0)


class Pair(typing.NamedTuple):
    first: tf.Tensor

    def clipped(self, x):
        return x if x > 0.0 else -x
#~                  ^^^^^^^ TFA201 `x > 0.0` is a tensor condition that AutoGraph does not convert


@tf.function
def uses_pair(x):
    return Pair(x).clipped(x)


class Case(unittest.TestCase):
    def helper(self, x):
        return x if x > 0.0 else -x
#~                  ^^^^^^^ TFA201 `x > 0.0` is a tensor condition that AutoGraph does not convert

    @tf.function
    def step(self, x):
        return self.helper(x) if x > 0.0 else x


@tf.function
def comprehension(x):
    return tf.add_n([v for v in (x, -x) if v > 0.0])
#~                                         ^^^^^^^ TFA201 `v > 0.0` is a tensor condition that AutoGraph does not convert


@tf.function
def ternary_in_comprehension(x):
    return tf.add_n([v if v > 0.0 else -v for v in (x, -x)])


class Layer(keras.layers.Layer):
    def call(self, inputs):
        total = tf.reduce_sum(inputs)
        if total > 0.0:
#~         ^^^^^^^^^^^ TFA201 `total > 0.0` is a tensor condition, not converted under Keras 3
            return inputs
        return self.helper(total)

    def helper(self, x):
        return x if x > 0.0 else -x
#~                  ^^^^^^^ TFA201 `x > 0.0` is a tensor condition, not converted under Keras 3


class Reckoned(keras.layers.Layer):
    def __init__(self, factors):
        super().__init__()
        self.shifts = [int(tf.round(12.0 * factor)) for factor in factors]
        self.gain = float(tf.reduce_max(tf.constant(factors)))
        self.first = tf.abs(tf.constant(factors[0]))

    def call(self, inputs):
        if self.gain > 1.0:
            inputs *= self.gain
        for shift in self.shifts:
            if shift > 0:
                inputs = tf.roll(inputs, shift, axis=0)
        return inputs if self.first > 1.0 else -inputs
#~                       ^^^^^^^^^^^^^^^^ TFA201 `self.first > 1.0` is a tensor condition, not converted under Keras 3


class Decorated(keras.layers.Layer):
    @tf.function
    def call(self, inputs):
        if tf.reduce_sum(inputs) > 0.0:
            return inputs
        return -inputs


dataset = tf.data.Dataset.range(3).map(clip)
dataset = dataset.map(lambda x: x if x > 1 else -x)


@tf.function
def guards(x: tf.Tensor):
    return guarded(x + 1)


@tf.autograph.experimental.do_not_convert
def guarded(x):
    match 3:
        case 4:
            return x
        case _ if x > 0:
#~                ^^^^^ TFA201 `x > 0` is a tensor condition that AutoGraph does not convert
            return -x
        case _ if x > 0 and x < 2:
#~                ^^^^^ TFA201 `x > 0` is a tensor condition that AutoGraph does not convert
            return x + 1
    return x


def by_default(x, inverse=tf.constant(False)):
    # The default is made at `def`, eagerly: Python may ask for its value.
    if inverse:
        return -x
    return x


@tf.function(autograph=False)
def left_to_its_default(x):
    def nested(x, inverse=tf.constant(False)):
        if inverse:
#~         ^^^^^^^ TFA201 `inverse` is a tensor condition that AutoGraph does not convert
            return -x
        return x

    return by_default(x) + nested(x) + by_factory(x)


def make_by_default():
    def made(x, inverse=tf.constant(False)):
        if inverse:
            return -x
        return x

    return made


by_factory = make_by_default()


class Mixing(keras.layers.Layer):
    def call(self, inputs):
        if tf.random.uniform([], 0.0, 1.0) < self.mixing_probability:
#~         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA201 this tensor condition is not converted under Keras 3
            return -inputs
        return inputs


@tf.function(autograph=False)
def compared_with_a_sum(inputs, targets):
    if tf.reduce_sum(tf.square(inputs - targets)) > 1.0:
#~     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA201 this tensor condition is not converted by AutoGraph
        return inputs
    return targets


# A base class whose method is called: `super` itself runs no method of the object.


class Plain:
    def __call__(self, x):
        return x


class Depth(Plain):
    def __call__(self, x):
        if tf.reduce_sum(x) > 0.0:
            return super(Depth, self).__call__(x)
        return x


depth = Depth()


@tf.function
def through_a_base(x):
    return depth(x)
