"""Loops and conditions that a tensor decides about."""

import tensorflow as tf


@tf.function
def collect(x, n):
    out = []
    seen: int = 0
    i = tf.constant(0)
    while i < n:
        out.append(x)
        i += 1
        seen = seen + 1
    return tf.stack(out)


@tf.function
def choose(x):
    if x > 0.0:
        y = x
        label = "positive"
    elif x < 0.0:
        y = -x
    else:
        y = tf.zeros([])
    return y


@tf.function
def unroll(x):
    sums = []
    for k in range(1000):
        x = x + k
        sums += [x]
    if len(sums) > 3:
        print("long")
    return x, sums


@tf.function
def search(x, values):
    found = None
    for value in values:
        if value > x:
            found = value
            break
    return found


@tf.function
def total(rows):
    sums = {}
    for row in rows:
        sums["all"] = row
        key = tf.reduce_sum(row)
        sums[key] = row
    return sums
