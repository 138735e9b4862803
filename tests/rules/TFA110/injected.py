"""Sources of random numbers that an object was given, or keeps in fields, and methods of them that it keeps."""

import dataclasses
import random

import attr
import numpy as np
import tensorflow as tf


@dataclasses.dataclass
class Sources:
    chance: random.Random = dataclasses.field(default_factory=lambda: random.Random(3))
    noise: object = dataclasses.field(default_factory=np.random.default_rng)
    old: object = dataclasses.field(default_factory=np.random.RandomState, repr=False)
    graph: tf.random.Generator = dataclasses.field(default_factory=lambda: tf.random.Generator.from_seed(1))
    names: list = dataclasses.field(default_factory=list)
    rate: float = dataclasses.field(default=0.1)


@attr.define
class Settings:
    rng: object = attr.field(factory=np.random.default_rng)


class Augment:
    def __init__(self, sources, settings, rng, rate):
        self.sources = sources
        self.settings = settings
        self.rng = rng
        self.rate = rate

    @tf.function
    def apply(self, x):
        x += self.sources.chance.random()
#~           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `sources.chance.random` draws only once, at trace time
        x += self.sources.noise.normal()
#~           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `sources.noise.normal` draws only once, at trace time
        x += self.sources.old.rand()
#~           ^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `sources.old.rand` draws only once, at trace time
        x += self.settings.rng.normal()
#~           ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `settings.rng.normal` draws only once, at trace time
        x += self.rng.uniform()
#~           ^^^^^^^^^^^^^^^^^^ TFA110 `rng.uniform` draws only once, at trace time
        x += self.sources.graph.normal([]) + self.rate * self.sources.rate
        return x * len(self.sources.names)


augment = Augment(Sources(), Settings(), np.random.default_rng(4), 0.5)


class Drop:
    def __init__(self, sources, rng):
        self.draw = sources.chance.uniform
        self.normal = rng.normal
        self.graph_normal = sources.graph.normal
        self.kept = sources.old
        self.rng = np.random.default_rng()
        self.own = self.rng.integers

    def keep(self):
        return self.draw(0.0, 1.0) + self.normal()
#~             ^^^^^^^^^^^^^^^^^^^ TFA110 `sources.chance.uniform` draws only once, at trace time
#~                                   ^^^^^^^^^^^^^ TFA110 `rng.normal` draws only once, at trace time

    @tf.function
    def apply(self, x):
        x += self.keep() + self.own(3)
#~                         ^^^^^^^^^^^ TFA110 `self.rng.integers` draws only once, at trace time
        return x + self.kept.rand() + self.graph_normal([])
#~                 ^^^^^^^^^^^^^^^^ TFA110 `sources.old.rand` draws only once, at trace time

    def shuffle(self, items):
        return self.kept.permutation(items)


drop = Drop(Sources(), np.random.default_rng(5))
drop.apply(tf.constant(1.0))
drop.shuffle([1, 2])


class Once:
    """The generator is created in the call, from a constant: eager code draws the same numbers."""

    def __init__(self, make):
        self.make = make

    @tf.function
    def apply(self, x):
        return x + self.make(7).normal()


once = Once(np.random.default_rng)
