"""Recursion of traced functions: on tensors, on numbers, on structures."""

import tensorflow as tf


@tf.function
def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)
#~             ^^^^^^^^^^^^^^^^ TFA212 recursion in `factorial` is stopped by a tensor, so tracing never ends


@tf.function
def in_a_ternary(n):
    return n * in_a_ternary(n - 1) if n > 1 else 1
#~             ^^^^^^^^^^^^^^^^^^^ TFA212 recursion in `in_a_ternary` is stopped by a tensor, so tracing never ends


@tf.function
def in_a_branch(n):
    if n > 1:
        n = n * in_a_branch(n - 1)
#~              ^^^^^^^^^^^^^^^^^^ TFA212 recursion in `in_a_branch` is stopped by a tensor, so tracing never ends
    return n


@tf.function
def through_others(x):
    return ping(tf.abs(x))


def ping(x):
    if x < 1.0:
        return x
    return pong(x)
#~         ^^^^^^^ TFA212 recursion in `ping` is stopped by a tensor, so tracing never ends


def pong(x):
    return ping(x - 1.0)


class Tree:
    @tf.function
    def height(self, x):
        if x < 1.0:
            return tf.constant(0)
        return 1 + self.height(x / 2.0)
#~                 ^^^^^^^^^^^^^^^^^^^^ TFA212 recursion in `height` is stopped by a tensor, so tracing never ends


@tf.function
def depth(x, n: int):
    if n == 0:
        return x
    return depth(x * 2.0, n - 1)
#~         ^^^^^^^^^^^^^^^^^^^^^ TFA212 `depth` calls itself, with one trace for each depth


@tf.function
def unrolled(x):
    return repeated(x, 3)


def repeated(x, n: int):
    if n == 0:
        return x
    return repeated(x * 2.0, n - 1)


@tf.function
def structure(tree: list):
    return total(tree)


def total(tree: list):
    if isinstance(tree, list):
        return sum(total(branch) for branch in tree)
    return tree


@tf.function
def not_recursive(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


@tf.function
def flat(x, rank: int = 1):
    if len(x.shape) > rank:
        return tf.concat([flat(x[..., i], rank=rank) for i in range(x.shape[-1])], axis=-1)
    return x


def flatten_all(x):
    return flat(x, 1), flat(x, 2)


class Growing:
    def __init__(self, layers):
        self.layers = layers

    @tf.function
    def both(self, x, level):
        return self.grow(x, 0, tf.minimum(level, 3))

    def grow(self, x, depth, level):
        left = len(self.layers) - depth - 1
        if left > 0:
            if level < left:
                return self.grow(self.layers[depth](x), depth + 1, level)
        return x

    @tf.function
    def joined(self, x, level):
        return self.shrink(x, 3, tf.minimum(level, 3))

    def shrink(self, x, left, level):
        if left > 0 and level < left:
            return self.shrink(x / 2.0, left - 1, level)
        return x

    @tf.function
    def forwarded(self, x, level):
        return self.halve(x, True, tf.minimum(level, 3))

    def halve(self, x, twice, level):
        if twice and x > 1.0:
            return self.halve(x / 2.0, twice, level)
#~                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA212 recursion in `halve` is stopped by a tensor, so tracing never ends
        return x
