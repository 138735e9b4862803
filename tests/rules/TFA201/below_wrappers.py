"""A `tf.function` converts what it is put around, whatever calls it: a property, an operator, a cache."""

import functools

import tensorflow as tf


class Player:
    def __init__(self):
        self.steps = tf.Variable(0)

    @property
    @tf.function
    def spread(self):
        if self.steps > 10:
            return 1.0
        return 2.0

    @property
    def scale(self):
        if self.steps > 10:
#~         ^^^^^^^^^^^^^^^ TFA201 `self.steps > 10` is a tensor condition that AutoGraph does not convert
            return 1.0
        return 2.0

    @property
    @tf.function(autograph=False)
    def offset(self):
        if self.steps > 10:
#~         ^^^^^^^^^^^^^^^ TFA201 `self.steps > 10` is a tensor condition that AutoGraph does not convert
            return 1.0
        return 2.0

    @tf.function
    def __add__(self, other):
        if tf.reduce_sum(other) > 0.0:
            return other
        return -other

    def __mul__(self, other):
        if tf.reduce_sum(other) > 0.0:
#~         ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA201 `tf.reduce_sum(other) > 0.0` is a tensor condition that AutoGraph does not convert
            return other
        return -other

    @tf.function
    def act(self, x):
        return x * self.spread + self.scale * self.offset


player = Player()


@functools.lru_cache
@tf.function
def cached(x):
    if tf.reduce_sum(x) > 0.0:
        return x
    return -x


@tf.function
@functools.lru_cache
def of_a_cache(x):
    if tf.reduce_sum(x) > 0.0:
#~     ^^^^^^^^^^^^^^^^^^^^^^ TFA201 `tf.reduce_sum(x) > 0.0` is a tensor condition that AutoGraph does not convert
        return x
    return -x


@tf.function
def run(x):
    return player + x, player * x, player.act(x), list(map(player.act, [x, x]))
