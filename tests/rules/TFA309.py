"""Arguments that TensorFlow cannot trace."""

import argparse
import collections
import dataclasses
import types
from typing import NamedTuple

import keras
import tensorflow as tf


@dataclasses.dataclass
class Settings:
    rate: float = 2.0


@dataclasses.dataclass
class Derived(Settings):
    steps: int = 1


@dataclasses.dataclass(frozen=True)
class Frozen:
    rate: float = 2.0


@dataclasses.dataclass(eq=False)
class ByIdentity:
    rate: float = 2.0


@dataclasses.dataclass(unsafe_hash=True)
class Hashed:
    rate: float = 2.0


@dataclasses.dataclass
class WithHash:
    rate: float = 2.0

    def __hash__(self):
        return 0


class Equal:
    def __eq__(self, other):
        return True


class EqualByBase(Equal):
    pass


class HashedBelow(Equal):
    def __hash__(self):
        return 0


class Unhashable:
    __hash__ = None


class Traced(Equal):
    def __tf_tracing_type__(self, context):
        return context.make_reference_type(0, 0)


class Pair(NamedTuple):
    rate: float = 2.0


class Plain:
    rate = 2.0


@tf.function
def scale(x, settings):
    return x


def calls(x: tf.Tensor, told: Settings):
    scale(x, Settings())
#~  ^^^^^^^^^^^^^^^^^^^^ TFA309 `settings` of `scale` cannot be traced: `Settings` is not hashable
    scale(x, settings=Derived())
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA309 `settings` of `scale` cannot be traced: `Derived` is not hashable
    scale(x, told)
#~  ^^^^^^^^^^^^^^ TFA309 `settings` of `scale` cannot be traced: `Settings` is not hashable
    scale(x, Equal())
#~  ^^^^^^^^^^^^^^^^^ TFA309 `settings` of `scale` cannot be traced: `Equal` is not hashable
    scale(x, EqualByBase())
#~  ^^^^^^^^^^^^^^^^^^^^^^^ TFA309 `settings` of `scale` cannot be traced: `EqualByBase` is not hashable
    scale(x, Unhashable())
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA309 `settings` of `scale` cannot be traced: `Unhashable` is not hashable
    scale(x, [1, {"a": (Settings(), 2)}])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA309 `settings` of `scale` cannot be traced: `Settings` is not hashable
    for each in (Frozen(), ByIdentity(), Hashed(), WithHash(), HashedBelow(), Traced(), Pair(), Plain()):
        scale(x, each)


def of_libraries(x: tf.Tensor):
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", type=float, default=2.0)
    args = parser.parse_args()
    scale(x, args)
#~  ^^^^^^^^^^^^^^ TFA309 `settings` of `scale` cannot be traced: an `argparse.Namespace`
    scale(x, args.rate)
    scale(x, {1, 2})
#~  ^^^^^^^^^^^^^^^^ TFA309 `settings` of `scale` cannot be traced: a set
    scale(x, frozenset({1, 2}))
    scale(x, collections.deque([1]))
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA309 `settings` of `scale` cannot be traced: a `deque`
    scale(x, types.SimpleNamespace(rate=2.0))
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA309 `settings` of `scale` cannot be traced: a `SimpleNamespace`
    scale(keras.Input((2,)), 2.0)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA309 `x` of `scale` cannot be traced: a symbolic tensor of Keras
    scale(x, {"rate": 2.0})
    scale(x, [1, 2])


class Model(tf.Module):
    @tf.function
    def step(self, x, settings):
        return helper(x, settings)


def helper(x, settings):
    return x * settings.rate


def trains(x: tf.Tensor):
    settings = Settings()
    model = Model()
    model.step(x, settings)
#~  ^^^^^^^^^^^^^^^^^^^^^^^ TFA309 `settings` of `model.step` cannot be traced: `Settings` is not hashable
    helper(x, settings)


@tf.function
def inner(x, settings):
    return scale(x, settings) + scale(x, {1, 2})
#~                              ^^^^^^^^^^^^^^^^ TFA309 `settings` of `scale` cannot be traced: a set
