"""Descriptors, whose methods run when an attribute is read or set."""

import tensorflow as tf


class Counted:
    def __set_name__(self, owner, name):
        self.slot = "_" + name
        self.reads = 0
        self.writes = 0

    def __get__(self, thing, owner=None):
        self.reads += 1
        return getattr(thing, self.slot)

    def __set__(self, thing, value):
        self.writes += 1
#~      ^^^^^^^^^^^^^^^^ TFA503 `self.writes` is updated only at trace time, not on every call
        setattr(thing, self.slot, value)


class ReadOnly:
    def __get__(self, thing, owner=None):
        return 2.0


class InGraph:
    def __init__(self):
        self.held = tf.Variable(0.0)

    def __get__(self, thing, owner=None):
        return self.held

    def __set__(self, thing, value):
        self.held.assign(value)


class Filter:
    rate = Counted()
    scale = ReadOnly()
    level = InGraph()

    def __init__(self):
        self.rate = 0.5
        self.level = 0.0

    @tf.function
    def apply(self, x):
        self.rate = 0.25
#~      ^^^^^^^^^^^^^^^^ TFA503 `self.rate` is set only at trace time, not on every call
        self.level = x
        return x * self.rate * self.scale + self.level


unit = Filter()
unit.apply(tf.constant(1.0))
