"""Exceptions of the running graph in `try`, and exceptions that AutoGraph cannot make again."""

import contextlib

import tensorflow as tf
from tensorflow.errors import NotFoundError

from library import LIBRARY


class BadMode(Exception):
    def __init__(self, mode, allowed):
        super().__init__(f"{mode} is not in {allowed}")


class BadName(Exception):
    def __init__(self, name):
        super().__init__(name)


class BadValue(ValueError):
    pass


class BadPlain(Exception):
    pass


class Worse(BadPlain):
    pass


@tf.function
def graph_errors(text):
    try:
#~  ^^^^ TFA211 `InvalidArgumentError` is raised when the graph runs, outside this `try`
        return tf.strings.to_number(text)
    except tf.errors.InvalidArgumentError:
        return tf.constant(-1.0)


@tf.function
def several_errors(name):
    try:
#~  ^^^^ TFA211 `NotFoundError` is raised when the graph runs, outside this `try`
        return tf.io.read_file(name)
    except (ValueError, NotFoundError):
        return tf.constant("")


@tf.function
def python_errors(x, name: str):
    try:
        return x * {"small": 0.5}[name]
    except KeyError:
        return x


@tf.function
def without_operations(x):
    try:
        scale = float("2")
    except tf.errors.InvalidArgumentError:
        scale = 1.0
    return x * scale


@tf.function
def asks_a_helper(x):
    return helper(x)


def asks(x):
    try:
        return asks_a_helper(x)
    except (BadMode, BadName):
        return None
    except ValueError:
        return x


def helper(x):
    return deeper(x)


def deeper(x, mode="a"):
    if mode not in ("a", "b"):
        raise BadMode(mode, ("a", "b"))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA211 `BadMode` is re-raised by converted code as `StagingError`
    if mode == "c":
        raise BadName(mode)
#~      ^^^^^^^^^^^^^^^^^^^ TFA211 `BadName` is re-raised by converted code as `StagingError`
    if mode == "e":
        raise BadValue(mode)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA211 `BadValue` is re-raised by converted code as `StagingError`
    if mode == "f":
        raise BadPlain(mode)
    if mode == "g":
        raise Worse(mode)
    if mode == "d":
        raise ValueError(mode)
    return x


class Reader:
    @tf.function
    def read(self, text):
        def number():
            try:
#~          ^^^^ TFA211 `OpError` is raised when the graph runs, outside this `try`
                return tf.strings.to_number(text)
            except tf.errors.OpError:
                return tf.constant(-1.0)

        return number()


def parse(text):  # keeps-root
    try:
#~  ^^^^ TFA211 `InvalidArgumentError` is raised when the graph runs, outside this `try`
        return tf.strings.to_number(text)
    except tf.errors.InvalidArgumentError:
        return tf.constant(-1.0)


dataset = tf.data.Dataset.from_tensor_slices(["1", "2"]).map(parse)


class Missing(Exception):
    def __init__(self, name):
        super().__init__(name)


class MissingSum(Missing):
    pass


def caught_by_a_caller(x, known):
    if not known:
        raise MissingSum("part")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA211 `MissingSum` is re-raised by converted code as `StagingError`
    return x * 2.0


@tf.function
def catches(x, known: bool):
    try:
        return caught_by_a_caller(x, known)
    except Missing:
        return x


def caught_by_nobody(x, known):
    if not known:
        raise MissingSum("part")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA211 `MissingSum` is re-raised by converted code as `StagingError`
    return x * 2.0


@tf.function
def catches_another(x, known: bool):
    try:
        return caught_by_nobody(x, known)
    except KeyError as error:
        raise Missing("again") from error
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA211 `Missing` is re-raised by converted code as `StagingError`


@tf.function
def only_raises(text):
    try:
#~  ^^^^ TFA211 `InvalidArgumentError` is raised when the graph runs, outside this `try`
        return tf.strings.to_number(text)
    except tf.errors.InvalidArgumentError as error:
        raise ValueError(text) from error


@tf.function
def handles_another(text):
    try:
#~  ^^^^ TFA211 `OpError` is raised when the graph runs, outside this `try`
        return tf.strings.to_number(text)
    except tf.errors.InvalidArgumentError:
        raise
    except tf.errors.OpError:
        return tf.constant(-1.0)


@tf.function
def of_a_library(x):
    try:
        return LIBRARY.ops.distorted(x)
    except tf.errors.NotFoundError:
        return x * 2.0


@tf.function
def suppressed(x, limit: int):
    with contextlib.suppress(tf.errors.InvalidArgumentError):
#~       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA211 `InvalidArgumentError` is raised when the graph runs, outside this `with`
        tf.debugging.assert_less(tf.size(x), limit)
    with contextlib.suppress(ZeroDivisionError):
        x = x / limit
    return x
