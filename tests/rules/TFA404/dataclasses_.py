"""Dataclasses made for each call: equal only to themselves, or equal to one that is gone by the next call."""

import dataclasses
from typing import NamedTuple

import tensorflow as tf


@dataclasses.dataclass(eq=False)
class Config:
    rate: float = 0.1


@dataclasses.dataclass(frozen=True)
class Shape:
    size: int = 2


@dataclasses.dataclass
class Open:
    size: int = 2


class Pair(NamedTuple):
    size: int = 2


@tf.function
def step(x, config):
    return x * 2.0


def per_call(x):
    for _ in range(20):
        step(x, Config(0.5))
#~      ^^^^^^^^^^^^^^^^^^^^ TFA404 each new `Config` instance passed to `step` triggers a retrace
        step(x, Shape(3))
#~      ^^^^^^^^^^^^^^^^^ TFA404 each new `Shape` instance passed to `step` triggers a retrace
        step(x, Pair(3))
    return [step(x, Config()) for _ in range(9)]
#~          ^^^^^^^^^^^^^^^^^ TFA404 each new `Config` instance passed to `step` triggers a retrace


def kept(x):
    config, shape = Config(0.5), Shape(3)
    shapes = [Shape(3) for _ in range(20)]
    for each in shapes:
        step(x, config)
        step(x, shape)
        step(x, each)


BASE = Config(0.5)


def replaced(x):
    current = dataclasses.replace(BASE, size=3)
    return step(x, current)
#~         ^^^^^^^^^^^^^^^^ TFA404 each new `Config` instance passed to `step` triggers a retrace


def replaced_by_argument(x, size):
    named = Pair(size)
    return step(x, named._replace(size=3))
