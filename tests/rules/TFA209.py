"""`return` under a tensor condition in a loop of the graph."""

import tensorflow as tf

DATA = tf.data.Dataset.range(3)


@tf.function
def over_range(n):
    for i in tf.range(10):
        if i * i > n:
            return i
#~          ^^^^^^^^ TFA209 `return` under a tensor condition in a graph loop is not supported by AutoGraph
    return -1


@tf.function
def over_python_range(n):
    limit = tf.cast(n, tf.int32)
    for i in range(limit):
        if i * i > limit:
            return i
#~          ^^^^^^^^ TFA209 `return` under a tensor condition in a graph loop is not supported by AutoGraph
    return -1


@tf.function
def over_dataset(n):
    for value in DATA:
        for _ in range(2):
            if value > 1:
                return value
#~              ^^^^^^^^^^^^ TFA209 `return` under a tensor condition in a graph loop is not supported by AutoGraph
    return tf.constant(0, tf.int64)


@tf.function
def tensor_while(n):
    i = tf.constant(0)
    while i < 10:
        i += 1
        if i > 5:
            with tf.name_scope("found"):
                return i
#~              ^^^^^^^^ TFA209 `return` under a tensor condition in a graph loop is not supported by AutoGraph
    return i


def below(x):
    for row in tf.square(x):
        if row > 1.0:
            return row
#~          ^^^^^^^^^^ TFA209 `return` under a tensor condition in a graph loop is not supported by AutoGraph
    return 0.0


def helper(x):
    return below(x)


class Model:
    @tf.function
    def step(self, x):
        def inner(y):
            for row in tf.square(y):
                if row > 1.0:
                    return row
#~                  ^^^^^^^^^^ TFA209 `return` under a tensor condition in a graph loop is not supported by AutoGraph
            return 0.0

        return helper(x) + inner(x)


@tf.function
def fine(n, flag):
    result = -1
    for i in tf.range(10):
        if i > 5:
            result = i
            break
        if flag is None:
            return i

    def inner():
        return result

    for i in tf.range(3):
        tf.print(i)
    return inner()


def eager(n):
    for i in tf.range(10):
        if i * i > n:
            return i
    return -1
