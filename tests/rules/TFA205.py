"""Python loops that a tensor is to end."""

import tensorflow as tf


@tf.function
def breaks(x):
    for _ in range(10):
#~           ^^^^^^^^^ TFA205 `break` depends on a tensor, but the loop runs in Python
        x *= 2.0
        if x > 10.0:
            break
    for scale in [1.0, 2.0]:
#~               ^^^^^^^^^^ TFA205 `break` depends on a tensor, but the loop runs in Python
        x *= scale
        if x < 0.0:
            x = -x
        elif x > 5.0:
            break
    return x


@tf.function
def returns(x):
    for _ in range(10):
#~           ^^^^^^^^^ TFA205 `return` depends on a tensor, but the loop runs in Python
        x *= 2.0
        if x > 10.0:
            return x
    return -x


@tf.function
def endless(x):
    while True:
#~        ^^^^ TFA205 `break` depends on a tensor, but the loop runs in Python
        x *= 2.0
        if x > 10.0:
            break
    return x


@tf.function
def counted(x):
    i = 0
    while i < 3:
#~        ^^^^^ TFA205 `break` depends on a tensor, but the loop runs in Python
        i += 1
        x *= 2.0
        if x.shape.rank == 0:
            if x > 4.0:
                break
    return x


@tf.function
def turning(x):
    done = False
    while not done:
#~        ^^^^^^^^ TFA205 `done` becomes a tensor in the condition of a Python loop
        x *= 2.0
        done = x > 10.0
    error = 1.0
    while error > 0.1:
#~        ^^^^^^^^^^^ TFA205 `error` becomes a tensor in the condition of a Python loop
        error = tf.abs(x) * 0.0
    return x


def below(x):
    for _ in range(3):
#~           ^^^^^^^^ TFA205 `break` depends on a tensor, but the loop runs in Python
        if x > 1.0:
            break
        x += 1.0
    return x


def helper(x):
    return below(x)


class Model:
    @tf.function
    def step(self, x):
        def inner(y):
            for _ in range(3):
#~                   ^^^^^^^^ TFA205 `return` depends on a tensor, but the loop runs in Python
                y += 1.0
                if y > 2.0:
                    return y
            return y

        return helper(x) + inner(x)


@tf.function
def fine(x, n, flag):
    for _ in range(4):
        x += 1.0
        if x > 3.0:
            continue
        if flag is None:
            break
        x *= 2.0
    for _ in tf.range(10):
        if x > 10.0:
            break
        x *= 2.0
    for _ in range(tf.cast(x, tf.int32)):
        if x > 10.0:
            break
    for _ in range(3):
        for _ in tf.range(3):
            x += 1.0
            if x > 4.0:
                break
    while tf.constant(True):
        x += 1.0
        if x > 10.0:
            break
    done = tf.constant(False)
    while not done:
        done = x > 0.0
    i = 0
    while i < 3:
        i += 1
    wide = n["wide"]
    while len(wide.get_shape()) < 2:
        wide = tf.expand_dims(wide, 1)
    while len(wide.shape) < len(x.shape):
        wide = tf.expand_dims(wide, 1)
    while wide.shape.rank < 4 or wide.dtype != tf.float32:
        wide = tf.cast(tf.expand_dims(wide, 1), tf.float32)
    return x


def eager(x):
    for _ in range(10):
        x *= 2.0
        if x > 10.0:
            break
    return x
