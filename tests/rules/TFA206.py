"""Names, keys and attributes that one branch or a loop of the graph leaves without a value."""

import dataclasses
from typing import Any

import elsewhere
import tensorflow as tf
import wandb

DATA = tf.data.Dataset.range(3)


@tf.function
def one_branch(x):
    if x > 0.0:
        y = x * 2.0
#~      ^ TFA206 `y` has no value in the other branch of a tensor condition
    return y


@tf.function
def chain(x):
    if x > 0.0:
        y = x
    elif x > -1.0:
        y, z = -x, x
#~      ^ TFA206 `y` has no value in the other branch of a tensor condition
    return y


@tf.function
def none_before(x):
    y = None
    if x > 0.0:
        y = x
#~      ^ TFA206 `y` is `None` in one branch of a tensor condition
    return x if y is None else y


@tf.function
def none_in_branch(x):
    if x > 0.0:
        y = None
#~      ^ TFA206 `y` is `None` in one branch of a tensor condition
    else:
        y = x
    return x if y is None else y


@tf.function
def skipped(x):
    total = 0.0
    for _ in tf.range(3):
        if x > 0.0:
            y = x
#~          ^ TFA206 `y` has no value in the other branch of a tensor condition
        else:
            continue
        total += y
    return total


@tf.function
def new_key(x):
    d = {"a": x}
    if x > 0.0:
        d["a"] = x * 2.0
        d["b"] = x
#~      ^^^^^^ TFA206 `d["b"]` has no value in the other branch of a tensor condition
    return list(d.values())


@tf.function
def none_in_loop(x):
    best = None
    for value in x:
        if best is None:
#~         ^^^^^^^^^^^^ TFA206 loop variable `best` is `None` before the graph loop
            best = value
        else:
            best = tf.maximum(best, value)
    return best


@tf.function
def none_in_expression(x):
    best = None
    for value in x:
        best = value if best is None else tf.maximum(best, value)
#~                      ^^^^^^^^^^^^ TFA206 loop variable `best` is `None` before the graph loop
    return best if best is not None else x[0]


@tf.function
def none_before_dataset(x):
    last = None
#~  ^^^^ TFA206 loop variable `last` is `None` before the graph loop
    for value in DATA:
        last = value + x
    return last


@tf.function
def first_in_dataset(x):
    for value in DATA:
#~      ^^^^^ TFA206 `value` is first assigned in a graph loop
        last = value + x
#~      ^^^^ TFA206 `last` is first assigned in a graph loop
    return last + value


@tf.function
def first_in_loop(x):
    for row in x:
        last = row
#~      ^^^^ TFA206 `last` is first assigned in a graph loop
    return last


@tf.function
def used_in_nested_function(x):
    if x > 0.0:
        y = x
#~      ^ TFA206 `y` has no value in the other branch of a tensor condition

    def inner():
        return y

    return inner()


def below(x):
    if x > 0.0:
        sign = 1.0
#~      ^^^^ TFA206 `sign` has no value in the other branch of a tensor condition
    else:
        pass
    return sign


def helper(x):
    return below(x)


class Holder:
    def __init__(self, first):
        self.first = first


@dataclasses.dataclass
class Fields:
    first: Any
    rest: list = dataclasses.field(default_factory=list, init=False)


@tf.function
def of_fields(x):
    fields = Fields(x)
    if x > 0.0:
        fields.first = -x
        fields.rest = [x]
        fields.last = x
#~      ^^^^^^^^^^^ TFA206 `fields.last` has no value in the other branch of a tensor condition
    return helper(fields.first) + fields.last


class Model:
    @tf.function
    def step(self, x):
        holder = Holder(x)
        if x > 0.0:
            holder.first = -x
            holder.last = x
#~          ^^^^^^^^^^^ TFA206 `holder.last` has no value in the other branch of a tensor condition
        return helper(x) + holder.last


@tf.function
def fine(x, flag):
    if x > 0.0:
        unread = x
    if flag is None:
        later = x
    else:
        later = None
    y = x
    if x > 0.0:
        y = -x
    w = None
    for row in tf.range(3):
        w = row
        total = row
        if row > 1:
            local = row
    if x > 2.0:
        local = x
        x = local * 2.0
    again = None
    again = x
    for _ in tf.range(3):
        again = again + 1.0
    for value in DATA:
        inner = value
        x += tf.cast(inner, tf.float32)
    return x, y, later, w, again


@tf.function
def returned(x):
    if x > 1.0:
        z = x
    else:
        return -x
    return z


@tf.function
def keys(x):
    d = {"a": x}
    if x > 0.0:
        d["a"] = x * 2.0
    d["c"] = x
    if x > 0.0:
        d["c"] = -x
    return d


def eager(x):
    if x > 0.0:
        y = x
    return y


class Configured:
    def train(self, data):
        left, other = wandb.config.rate, elsewhere.config.rate
        for real in data:
            self.step(real, left)
            self.another(real, other)
            left = left - 1
            other = other - 1

    @tf.function
    def step(self, x, left):
        if left == wandb.config.rate:
            loss = tf.reduce_sum(x)
        if left == wandb.config.rate:
            tf.print(loss)
        return x

    @tf.function
    def another(self, x, other):
        if other == 3:
            loss = tf.reduce_sum(x)
#~          ^^^^ TFA206 `loss` has no value in the other branch of a tensor condition
        if other == 3:
            tf.print(loss)
        return x


@tf.function
def packed(x: tf.Tensor):
    hit, depth = None, tf.constant(0.0)
#~  ^^^ TFA206 loop variable `hit` is `None` before the graph loop
    last, first = tf.zeros([]), None
    while depth < 10.0:
        if x < depth:
            hit = depth
        last = depth
        depth += 1.0
    return hit, last, first
