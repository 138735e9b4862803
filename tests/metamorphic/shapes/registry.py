"""Layers from a registry, and what they leave behind."""

import tensorflow as tf

REGISTRY = {}
CREATED = []
COUNTS = {}


def register(name):
    def put(kind):
        REGISTRY[name] = kind
        return kind

    return put


@register("scale")
class Scale(tf.Module):
    def __init__(self, factor=2.0):
        super().__init__()
        self.factor = factor
        self.seen = []

    def __call__(self, x):
        self.seen.append(x)
        return x * self.factor


@register("shift")
class Shift(tf.Module):
    def __init__(self, by=1.0):
        super().__init__()
        self.by = by
        self.last = None

    def __call__(self, x):
        self.last = x
        return x + self.by


def note(name):
    CREATED.append(name)
    COUNTS.update({name: 1})


@tf.function
def apply(x):
    note("scale")
    scale = Scale(3.0)
    shift = Shift(by=2.0)
    return shift(scale(x))


def forget():
    if "scale" in COUNTS and CREATED is not None:
        CREATED[:] = []
