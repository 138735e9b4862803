"""Tensors that are no bools as conditions: every form, every sign of a dtype, every exemption."""

import tensorflow as tf


@tf.function
def forms(x):
    total = tf.reduce_sum(tf.cast(x, tf.int32))
    if total:
#~     ^^^^^ TFA214 `total` is a non-boolean tensor used as a condition
        x = x + 1
    while total:
#~        ^^^^^ TFA214 `total` is a non-boolean tensor used as a condition
        total = total - 1
    y = x if total else -x
#~           ^^^^^ TFA214 `total` is a non-boolean tensor used as a condition
    z = total or 5
#~      ^^^^^ TFA214 `total` is a non-boolean tensor used as a condition
    if not total:
#~         ^^^^^ TFA214 `total` is a non-boolean tensor used as a condition
        x = x + 2
    if x > 0 and total:
#~               ^^^^^ TFA214 `total` is a non-boolean tensor used as a condition
        x = x + 3
    return x, y, z


@tf.function
def signs(x):
    if tf.shape(x)[0]:
#~     ^^^^^^^^^^^^^^ TFA214 `tf.shape(x)[0]` is a non-boolean tensor used as a condition
        x = x + 1.0
    if tf.cast(x[0] > 0.0, tf.float32):
#~     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA214 the tensor is a non-boolean tensor used as a condition
        x = x + 2.0
    if tf.constant(3):
#~     ^^^^^^^^^^^^^^ TFA214 `tf.constant(3)` is a non-boolean tensor used as a condition
        x = x + 3.0
    if x[0] * 2.0:
#~     ^^^^^^^^^^ TFA214 `x[0] * 2.0` is a non-boolean tensor used as a condition
        x = x + 4.0
    return x


@tf.function
def bools(x, flag, mask):
    if flag:
        x = x + 1.0
    if tf.reduce_any(x > 0.0) and not tf.reduce_all(mask):
        x = x + 2.0
    if tf.cast(x[0], tf.bool):
        x = x + 3.0
    if tf.math.is_nan(x[0]) or tf.equal(x[0], 1.0):
        x = x + 4.0
    if x is not None and x.shape.rank:
        x = x + 5.0
    done = tf.constant(False)
    while not done:
        done = x[0] > 3.0
    return x


@tf.function
def parameters(x, n):
    if n:
#~     ^ TFA214 `n` is a non-boolean tensor used as a condition
        x = x * 2.0
    return x / (n - 1)


@tf.function
def asks_a_helper(x):
    return helper(tf.reduce_sum(x))


def helper(total):
    return deeper(total)


def deeper(total):
    if not total:
#~         ^^^^^ TFA214 `total` is a non-boolean tensor used as a condition
        return total
    return 1.0 / total


class Inverter:
    @tf.function
    def __call__(self, x):
        def inverse():
            total = tf.reduce_sum(x)
            return 1.0 / total if total else total * 1.0
#~                                ^^^^^ TFA214 `total` is a non-boolean tensor used as a condition

        return inverse()


def parse(x):  # keeps-root
    if x % 2:
#~     ^^^^^ TFA214 `x % 2` is a non-boolean tensor used as a condition
        return x
    return -x


dataset = tf.data.Dataset.range(3).map(parse)


def total_of(x):
    return tf.reduce_sum(x)


def ratio_of(x, y):
    return x / y


@tf.function
def counts_in_helpers(x):
    ratio = ratio_of(x, 2.0)
    if ratio:
#~     ^^^^^ TFA214 `ratio` is a non-boolean tensor used as a condition
        x += 1.0
    return -x if total_of(x) else x
#~               ^^^^^^^^^^^ TFA214 `total_of(x)` is a non-boolean tensor used as a condition


@tf.function
def never_bools(load, capacity, groups):
    excess = tf.maximum(load - capacity, 0)
    if not excess:
#~         ^^^^^^ TFA214 `excess` is a non-boolean tensor used as a condition
        return load
    spread = tf.math.squared_difference(load, capacity)
    while spread:
#~        ^^^^^^ TFA214 `spread` is a non-boolean tensor used as a condition
        spread = tf.math.floordiv(spread, 2)
    if tf.math.unsorted_segment_sum(load, groups, 1)[0]:
        load = load - capacity
    if tf.where(load, groups, groups):
        load = load + capacity
    return load
