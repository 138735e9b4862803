"""Objects, dicts and early returns in the branches of tensor conditions, and tensors that a float literal shows to be floats."""

from typing import NamedTuple

import tensorflow as tf


class Scaler:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, x):
        return x * self.factor


class Expert(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(1.0)

    def __call__(self, x):
        return x * self.w


class State(NamedTuple):
    h: tf.Tensor
    c: tf.Tensor


class Box(tf.experimental.ExtensionType):
    low: tf.Tensor


class Picker(tf.Module):
    def __init__(self):
        super().__init__()
        self.table = {"one": Scaler(1.0), "two": Scaler(2.0)}
        self.experts = [Expert() for _ in range(4)]
        self.best = Expert()
        self.is_wide = False

    @tf.function
    def from_table(self, x):
        if tf.norm(x) > 1.0:
            chosen = self.table["one"]
        else:
            chosen = self.table["two"]
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 `chosen` is an object, but a tensor condition selects it
        return chosen(x)

    @tf.function
    def from_list(self, x):
        chosen = self.experts[0]
        if tf.reduce_sum(x) > 1.0:
            chosen = self.experts[1]
#~          ^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 `chosen` is an object, but a tensor condition selects it
        return chosen(x)

    @tf.function
    def made(self, x):
        chosen = self.best
        if tf.reduce_sum(x) > 1.0:
            chosen = Scaler(3.0)
#~          ^^^^^^^^^^^^^^^^^^^^ TFA208 `chosen` is an object, but a tensor condition selects it
        return chosen(x)

    @tf.function
    def in_one_branch(self, x):
        if tf.reduce_sum(x) > 1.0:
            chosen = self.best
            x = chosen(x)
        return x

    @tf.function
    def by_python(self, x):
        chosen = self.best
        if self.is_wide:
            chosen = self.experts[1]
        return chosen(x)

    @tf.function
    def structures(self, x):
        state, box = State(x, x), Box(x)
        if tf.reduce_sum(x) > 1.0:
            state = State(x * 2.0, x)
            box = Box(x * 2.0)
        return state.h + box.low


@tf.function
def keys(x, gate):
    state = {"h": x}
    if gate > 0.5:
        state = {"h": x, "c": x}
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 `state` is a dict with keys c, h in one branch and a dict with keys h in the other
    return state["h"]


@tf.function
def same_keys(x, gate):
    state = {"h": x}
    if gate > 0.5:
        state = {"h": x * 2.0}
    return state["h"]


@tf.function
def chain(x):
    if x > 5.0:
        return x * 2.0
    elif x > 1.0:
        return x * 3.0
#~      ^^^^^^^^^^^^^^ TFA208 only one branch of a tensor condition returns
    return x


@tf.function
def chain_after_a_switch(x, is_plain=False):
    if is_plain:
        return x
    elif x > 1.0:
        return x * 3.0
#~      ^^^^^^^^^^^^^^ TFA208 only one branch of a tensor condition returns
    return x * 2.0


@tf.function
def whole_chain(x):
    if x > 5.0:
        return x * 2.0
    elif x > 1.0:
        return x * 3.0
    else:
        return x


@tf.function
def one_after_the_other(x):
    if x > 5.0:
        if x > 6.0:
            return x * 2.0
        return x * 7.0
    if x > 1.0:
        return x * 3.0
    return x


def total(x):
    return tf.reduce_sum(x)


@tf.function
def capped(x):
    loss = total(x)
    return loss if loss < 0.5 else 5
#~         ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 one branch yields float and the other int32


@tf.function
def scaled(x):
    loss = total(x)
    small = loss * 0.1
    if small > 1.0:
        loss = 1
    return loss


@tf.function
def open_dtype(x):
    loss = total(x)
    return loss if loss < 5 else 5


class Step(NamedTuple("Step", [("reward", tf.Tensor)])):
    pass


@tf.function
def of_a_made_base(x):
    step = Step(x)
    if tf.reduce_sum(x) > 1.0:
        step = Step(x * 2.0)
    return step.reward
