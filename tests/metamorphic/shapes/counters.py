"""Numbers and lists of a module that a traced function changes."""

import random

import tensorflow as tf

total = 0
calls = 0
losses = []
table = {}
limit = 3


def reset():
    global total, calls, limit
    total = calls = 0
    limit = limit + 1
    losses.clear()


@tf.function
def step(x):
    global total, calls
    calls += 1
    total = total + 1
    losses.append(x)
    table["last"] = x
    if limit > 2:
        x = x + random.random()
    return x * calls


def report():
    table.update(total=total)
    return losses, total


for number in range(3):
    step(tf.constant(1.0))
    reset()
