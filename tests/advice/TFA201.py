import collections
import functools
import typing
import unittest

import keras
import tensorflow as tf

#: autograph=False, each operation
@tf.function(autograph=False)
def f(x, y):
    if x > 0.0:  #- remove `autograph=False`, or use `tf.cond`
        y = x + y  #-
    y = tf.cond(x > 0.0, lambda: x + y, lambda: y)  #+
    while y < 3.0:  #- remove `autograph=False`, or use `tf.while_loop`
        y = y + 1.0  #-
    (y,) = tf.while_loop(lambda y: y < 3.0, lambda y: [y + 1.0], [y])  #+
    z = x if y > 1.0 else y  #- remove `autograph=False`, or use `tf.where`
    z = tf.where(y > 1.0, x, y)  #+
    both = x > 0.0 and y > 0.0  #- remove `autograph=False`, or use `tf.logical_and`
    both = tf.logical_and(x > 0.0, y > 0.0)  #+
    either = y > 9.0 or x > 3.0  #- remove `autograph=False`, or use `tf.logical_or`
    either = tf.logical_or(y > 9.0, x > 3.0)  #+
    neither = not either  #- remove `autograph=False`, or use `tf.logical_not`
    neither = tf.logical_not(either)  #+
    between = 0.0 < x < y  #- remove `autograph=False`, or use `tf.logical_and`
    between = tf.logical_and(0.0 < x, x < y)  #+
    return z, both, either, neither, between


for value in (-1.0, 2.0, 4.0):
    print([float(each) for each in f(tf.constant(value), tf.constant(1.5))])
#: autograph=False removed
@tf.function(autograph=False)  #-
@tf.function  #+
def f(x):
    if x > 0.0:  #- remove `autograph=False`, or use `tf.cond`
    if x > 0.0:  #+
        return x
    return -x


print(float(f(tf.constant(-2.0))), float(f(tf.constant(3.0))))
#: do_not_convert
@tf.autograph.experimental.do_not_convert  #-
def clip(x):
    if x > 0.0:  #- remove `do_not_convert`, or use `tf.cond`
    if x > 0.0:  #+
        return x
    return -x


@tf.autograph.experimental.do_not_convert
def larger(x, y):
    return x if x > y else y  #- remove `do_not_convert`, or use `tf.where`
    return tf.where(x > y, x, y)  #+


@tf.function
def f(x):
    return clip(x) + larger(x, 1.0)


print(float(f(tf.constant(-2.0))), float(f(tf.constant(3.0))))
#: a constructor
class Gain:
    def __init__(self, level):
        self.level = level if level > 0.0 else 0.0  #- decide before creating the object, or use `tf.where`
        self.upper = level if level > 1.0 else 1.0  #- decide before creating the object, or use `tf.where`
        self.level = level  #+
        self.upper = tf.where(level > 1.0, level, 1.0)  #+


@tf.function
def f(x):
    gain = Gain(x)  #-
    gain = Gain(x if x > 0.0 else 0.0)  #+
    return gain.level + gain.upper


print([float(f(tf.constant(value))) for value in (-2.0, 0.5, 3.0)])
#: a property and an operator
class Gain:
    def __init__(self, level):
        self.level = tf.square(level)

    @property  #-
    def bounded(self):
        return self.level if self.level < 1.0 else 1.0  #- write a method in place of the property, or use `tf.where`
        return self.level if self.level < 1.0 else 1.0  #+

    @property
    def half(self):
        return self.level / 2.0 if self.level > 2.0 else self.level  #- write a method in place of the property, or use `tf.where`
        return tf.where(self.level > 2.0, self.level / 2.0, self.level)  #+

    def __add__(self, x):  #-
    def plus(self, x):  #+
        if x > 0.0:  #- move the condition to a named method that is called in place of the operator, or use `tf.cond`
        if x > 0.0:  #+
            return self.level + x
        return self.level - x

    def __mul__(self, x):
        return x if x > 0.0 else -x  #- move the condition to a named method that is called in place of the operator, or use `tf.where`
        return tf.where(x > 0.0, x, -x)  #+


@tf.function
def f(x):
    gain = Gain(x)
    return gain.bounded + gain.half + (gain + x) + gain * x  #-
    return gain.bounded() + gain.half + gain.plus(x) + gain * x  #+


print([float(f(tf.constant(value))) for value in (-2.0, 0.5, 3.0)])
#: methods of a TestCase and a named tuple
class Pair(typing.NamedTuple):
    first: tf.Tensor

    def clipped(self, x):  #-
        return x if x > 0.0 else -x  #- move `clipped` out of the class, or use `tf.where`


def clipped(x):  #+
    return x if x > 0.0 else -x  #+


class Case(unittest.TestCase):
    def helper(self, x):
        return x if x > 0.0 else -x  #- move `helper` out of the class, or use `tf.where`
        return tf.where(x > 0.0, x, -x)  #+

    @tf.function
    def step(self, x):
        return self.helper(x) if x > 0.0 else x


@tf.function
def f(x):
    return Pair(x).clipped(x)  #-
    return clipped(x)  #+


case = Case()
print(float(f(tf.constant(-2.0))), float(case.step(tf.constant(3.0))))
#: Keras
class Gate(keras.layers.Layer):
    @tf.function  #+
    def call(self, inputs):
        if tf.reduce_sum(inputs) > 0.0:  #- decorate `call` with `@tf.function`, or use `tf.cond`
        if tf.reduce_sum(inputs) > 0.0:  #+
            return inputs
        return -inputs


class Switch(keras.layers.Layer):
    def call(self, inputs):
        total = tf.reduce_sum(inputs)
        return inputs if total > 0.0 else -inputs  #- decorate `call` with `@tf.function`, or use `tf.where`
        return tf.where(total > 0.0, inputs, -inputs)  #+


class Stepping(keras.Model):
    @tf.function  #+
    def train_step(self, data):
        x, _ = data
        total = tf.reduce_sum(x)
        if total > 0.0:  #- decorate `train_step` with `@tf.function`, or use `tf.cond`
        if total > 0.0:  #+
            total = total * 2.0
        return {"loss": total}

    def call(self, inputs):
        return inputs


gate, switch = Gate(), Switch()


@tf.function
def run(x):
    return switch(gate(x))


print(run(tf.constant([[-2.0, 1.0]])).numpy().tolist())
stepping = Stepping()
stepping.compile("sgd", "mse")
print(stepping.fit(tf.ones([2, 2]), tf.ones([2, 2]), verbose=0).history)
#: passed to TensorFlow
def add_clipped(total, x):
    if x > 1.0:  #- pass a lambda that calls `add_clipped`, or use `tf.cond`
    if x > 1.0:  #+
        return total + 1.0
    return total + x


def grow(v):
    return [v * 2.0 if v > 3.0 else v + 1.0]  #- pass a lambda that calls `grow`, or use `tf.where`
    return [tf.where(v > 3.0, v * 2.0, v + 1.0)]  #+


def add_positive(total, x):
    if x > 0.0:  #- use `tf.cond`
        return total + x  #-
    return total  #-
    return tf.cond(x > 0.0, lambda: total + x, lambda: total)  #+


@tf.function
def f(values):
    total = tf.foldl(add_clipped, values, initializer=0.0)  #-
    total = tf.foldl(lambda total, x: add_clipped(total, x), values, initializer=0.0)  #+
    return total + tf.reduce_sum(tf.while_loop(lambda v: v < 10.0, grow, [values[0]]))


@tf.function(autograph=False)
def g(values):
    return tf.foldl(add_positive, values, initializer=0.0)


print(float(f(tf.constant([0.5, 3.0]))), float(g(tf.constant([0.5, -3.0]))))
#: passed to Python
def clip(x):
    if x > 1.0:
        return tf.constant(1.0)
    return x


def add_clipped(total, x):
    if x > 1.0:
        return total + 1.0
    return total + x


@tf.function
def f(x):
    values = [x, x * 2.0]
    parts = list(map(clip, values))  #- write a comprehension, or pass a lambda that calls `clip`
    again = list(map(clip, values))  #-
    total = functools.reduce(add_clipped, values)  #- pass a lambda that calls `add_clipped`
    parts = [clip(value) for value in values]  #+
    again = list(map(lambda value: clip(value), values))  #+
    total = functools.reduce(lambda total, value: add_clipped(total, value), values)  #+
    return tf.add_n(parts) + tf.add_n(again) + total


print([float(f(tf.constant(value))) for value in (-2.0, 0.5, 3.0)])
#: the filter of a comprehension
@tf.function
def f(x):
    values = tf.stack([x, -x])
    total = sum([v for v in (x, -x) if v > 0.0], 0.0)  #- use `tf.boolean_mask`, or `tf.where` with a neutral value
    other = tf.add_n([v for v in (x, 3.0 + x) if v > 0.0])  #- use `tf.boolean_mask`, or `tf.where` with a neutral value
    total = tf.reduce_sum(tf.boolean_mask(values, values > 0.0))  #+
    other = tf.add_n([tf.where(v > 0.0, v, 0.0) for v in (x, 3.0 + x)])  #+
    return total + other


print([float(f(tf.constant(value))) for value in (-2.0, 0.5, 3.0)])
#: what nothing has converted
def halving(x):
    if x > 0.0:  #- use `tf.cond`
        yield x  #-
    else:  #-
        yield -x  #-
    yield tf.cond(x > 0.0, lambda: x, lambda: -x)  #+


@tf.custom_gradient
def with_gradient(x):
    y = x if x > 0.0 else -x  #- use `tf.where`
    y = tf.where(x > 0.0, x, -x)  #+
    return y, lambda dy: dy


@tf.function
def f(x):
    return tf.add_n(list(halving(x))) + with_gradient(x)


print([float(f(tf.constant(value))) for value in (-2.0, 3.0)])
