"""Methods of Python's containers that are kept as values: `add = items.append`. Calls none."""

from __future__ import annotations

from sys import intern

from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.tfapi import effects

_METHOD = "builtins.builtin_function_or_method."
"""Begins the type of such a value, before the name of the method; its element is the container."""


def bound(receiver: Value, method: str, value: Value) -> Value:
    """What an attribute of a container gives: `value` as far as nothing more is known, a method where that changes it."""
    if receiver.kind is not Kind.CONTAINER or not effects.mutates(receiver.type.removeprefix("builtins."), method):
        return value
    return value._replace(type=intern(f"{_METHOD}{method}"), element=receiver)


def container_of(method: Value) -> tuple[Value, str] | None:
    """The container that a call of the value changes, and the name of the method; None of another value.

    Where the method lives outside the call, the container does: it is known by the place of the method unless it has its own.
    """
    if not method.type.startswith(_METHOD) or method.element is None:
        return None
    held = method.element
    if held.origin is Origin.FRESH and method.origin is not Origin.FRESH:
        held = held._replace(origin=method.origin, place=held.place or f"{method.place}.__self__", parameter="")
    return held, method.type.removeprefix(_METHOD)
