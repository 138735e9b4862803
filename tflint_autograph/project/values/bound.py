"""Methods of Python's containers that are kept as values: `add = items.append`. Calls none."""

from __future__ import annotations

from sys import intern
from typing import NamedTuple

from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.tfapi import effects

_METHOD = "builtins.builtin_function_or_method."
"""Begins the type of such a value, before the name of the method; its element is the container."""


class Kept(NamedTuple):
    """A method of a container, and the words for the container; none where the user has no name for it."""

    container: Value
    method: str
    spoken: str


def bound(receiver: Value, method: str, value: Value) -> Value:
    """What an attribute of a container gives: `value` as far as nothing more is known, a method where that changes it."""
    if receiver.kind is not Kind.CONTAINER or not effects.mutates(receiver.type.removeprefix("builtins."), method):
        return value
    return value._replace(type=intern(f"{_METHOD}{method}"), element=receiver)


def named(value: Value, path: str) -> Value:
    """The value of an attribute, known by its dotted `path` where it is the method of a container that has no other name."""
    return value._replace(place=path) if value.type.startswith(_METHOD) and not value.place else value


def kept(value: Value) -> Kept | None:
    """The method of a container that a call of the value runs; None of another value.

    Where the method lives outside the call, the container does. It is known by what the user wrote before the dot, or else
    by the name of the method.
    """
    if not value.type.startswith(_METHOD) or value.element is None:
        return None
    method, held = value.type.removeprefix(_METHOD), value.element
    owner, _, attr = value.place.rpartition(".")
    spoken = held.place or (owner if attr == method else f"{value.place}.__self__" if value.place else "")
    if held.origin is Origin.FRESH and value.origin in (Origin.OUTER, Origin.ARGUMENT):
        held = held._replace(origin=value.origin, place=spoken, parameter="")
    return Kept(held, method, spoken)
