"""Results no graph can return, and those it can."""

import collections
import dataclasses
import typing

import tensorflow as tf


class Result:
    def __init__(self, value):
        self.value = value


class Named(typing.NamedTuple):
    value: tf.Tensor


class Extension(tf.experimental.ExtensionType):
    value: tf.Tensor


class Flat:
    def __tf_flatten__(self):
        return (), ()


@dataclasses.dataclass
class Data:
    value: tf.Tensor


@dataclasses.dataclass(frozen=True)
class Frozen:
    value: tf.Tensor


def taken_apart(cls):
    cls.__tf_flatten__ = lambda self: ((), (self.value,))
    cls.__tf_unflatten__ = classmethod(lambda cls, metadata, components: cls(*components))
    return cls


@taken_apart
class Decorated:
    def __init__(self, value):
        self.value = value


@tf.function
def objects(x, mode="a"):
    if mode == "a":
        return Result(x * 2.0)
#~             ^^^^^^^^^^^^^^^ TFA217 a traced function cannot return a `Result` object
    if mode == "b":
        return Data(x)
#~             ^^^^^^^ TFA217 a traced function cannot return a `Data` object
    if mode == "c":
        return Named(x), Extension(x), Flat(), Decorated(x)
    if mode == "d":
        return Frozen(x)
#~             ^^^^^^^^^ TFA217 a traced function cannot return a `Frozen` object
    if mode == "e":
        return Frozen(x) if x.shape.rank == 0 else x
#~             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA217 a traced function cannot return a `Frozen` object
    return x if mode == "f" else -x


@tf.function
def collections_of(x, mode="a"):
    if mode == "a":
        return {1, 2}
#~             ^^^^^^ TFA217 a traced function cannot return a set
    if mode == "b":
        return (x**n for n in (1, 2))
#~              ^^^^^^^^^^^^^^^^^^^^ TFA217 a traced function cannot return a generator
    if mode == "c":
        return collections.deque([x])
#~             ^^^^^^^^^^^^^^^^^^^^^^ TFA217 a traced function cannot return a deque
    if mode == "d":
        return x, {"names": frozenset(("a", "b"))}
#~             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA217 a traced function cannot return a frozenset
    return [x, (x, x), {"x": x}, None, "text", range(3)]


@tf.function
def functions(x, mode="a"):
    if mode == "a":
        return helper
#~             ^^^^^^ TFA217 a traced function cannot return a function
    if mode == "b":
        return lambda: x
#~             ^^^^^^^^^ TFA217 a traced function cannot return a function
    if mode == "c":
        return Result
#~             ^^^^^^ TFA217 a traced function cannot return a class
    return helper(x)().value


def helper(x):
    return lambda: Result(x)


@tf.function
def asks_a_helper(x):
    return names(x)
#~         ^^^^^^^^ TFA217 a traced function cannot return a set


def names(x):
    del x
    return {"a", "b"}


class Model:
    @tf.function
    def step(self, x):
        del x
        return self


dataset = tf.data.Dataset.range(3).map(lambda x: {x})  # keeps-root
#~                                               ^^^ TFA217 a traced function cannot return a set


class Step(collections.namedtuple("Step", ["reward"])):
    pass


@tf.function
def named_tuples(x):
    return Step(x)


@tf.function
@tf.custom_gradient
def with_gradient(x):
    def gradient(upstream):
        return upstream * 2.0

    return x * 2.0, gradient
