"""Registries that decorators, calls and subclasses fill while modules are imported, and that are changed later."""

from collections import defaultdict

import tensorflow as tf

LOSSES = {}
HOOKS = defaultdict(list)
KINDS = {}
MADE = {}
RATES = {}
LATE = {}


def loss(name):
    def registered(function):
        LOSSES[name] = function
        return function

    return registered


def hook(event):
    def registered(function):
        HOOKS[event].append(function)
        return function

    return registered


class Kind:
    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        KINDS[cls.__name__] = cls


class Meta(type):
    def __new__(mcs, name, bases, space):
        cls = super().__new__(mcs, name, bases, space)
        MADE[name] = cls
        return cls


def set_rate(name, value):
    RATES[name] = value


def set_late(name, value):
    LATE[name] = value


@loss("absolute")
def absolute(x):
    return tf.abs(x)


@hook("end")
def doubled(x):
    return x * 2.0


class Triple(Kind):
    def run(self, x):
        return x * 3.0


class Half(metaclass=Meta):
    def run(self, x):
        return x * 0.5


set_rate("first", 0.1)
set_rate("second", 0.2)
set_late("first", 0.1)
set_late("second", 0.1)


@tf.function
def step(name, x):
    x = LOSSES[name](x) * RATES["first"]
    for each in HOOKS["end"]:
        x = each(x)
    return MADE["Half"]().run(KINDS["Triple"]().run(x))


@tf.function
def late(x):
    return x * LATE["first"]
#~             ^^^^ TFA113 `LATE` is read once, at trace time, and changes later


step("absolute", tf.constant(1.0))
late(tf.constant(1.0))
set_late("first", 0.3)
late(tf.constant(1.0))
