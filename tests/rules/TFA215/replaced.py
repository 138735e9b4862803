"""Tensors in the fields of named tuples and dataclasses, after helpers that return changed copies."""

import dataclasses
from typing import NamedTuple

import tensorflow as tf


class State(NamedTuple):
    step: tf.Tensor
    energy: tf.Tensor
    limit: int = 3


@dataclasses.dataclass
class Body:
    mass: tf.Tensor
    parts: int = 2


def drained(state, cost):
    return state._replace(energy=state.energy - cost)


def heavier(body):
    return dataclasses.replace(body, mass=body.mass * 2.0)


def checked(state):
    assert state.energy > 0.0
#~         ^^^^^^^^^^^^^^^^^^ TFA215 `assert` tests the truth of a symbolic tensor, which raises at trace time
    assert state.limit > 0
    return state


@tf.function
def run(cost):
    state = State(tf.constant(0), tf.constant(4.0))
    return checked(drained(state, cost)).energy


@tf.function
def weighed(x):
    body = heavier(Body(x))
    assert body.mass > 0.0
#~         ^^^^^^^^^^^^^^^ TFA215 `assert` tests the truth of a symbolic tensor, which raises at trace time
    assert body.parts > 0
    return body.mass
