"""New objects as arguments of traced functions."""

import dataclasses
from typing import NamedTuple

import tensorflow as tf


class Settings:
    rate = 2.0


class Equal:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


@dataclasses.dataclass(frozen=True)
class Data:
    rate: float = 2.0


class Pair(NamedTuple):
    rate: float = 2.0


@tf.function
def scale(settings, x):
    return x


class Model:
    @tf.function
    def __call__(self, x):
        return x

    @tf.function
    def step(self, x):
        return x


def each_call(x):
    scale(Settings(), x)
#~  ^^^^^^^^^^^^^^^^^^^^ TFA404 `scale` is traced anew for each new `Settings`
    Model().step(x)
#~  ^^^^^^^^^^^^^^^ TFA404 `step` is traced anew for each new `Model`
    return Model()(x)
#~         ^^^^^^^^^^ TFA404 `__call__` is traced anew for each new `Model`


def each_round(dataset):
    for batch in dataset:
        settings = Settings()
        scale(settings, batch)
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA404 `scale` is traced anew for each new `Settings`
        scale(settings=Settings(), x=batch)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA404 `scale` is traced anew for each new `Settings`


def once(dataset):
    settings, model = Settings(), Model()
    for batch in dataset:
        scale(settings, batch)
        scale(Equal(), batch)
        scale(Data(), batch)
        scale(Pair(), batch)
        model.step(batch)
        model(batch)


def test_scale():
    scale(Settings(), tf.constant(1.0))
