"""Bound methods of lists, loggers and other objects outside the project that are assigned to a name before they are called.

Also the marks of values that the class of an object, an enumeration, or a dataset that is not known to be one creates.
"""

from __future__ import annotations

from typing import NamedTuple

from tflint_autograph.model.values import NO_AXES, NO_TENSOR, UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.tfapi import effects, tables

OF_CLASS = "builtins.type"
"""The `factory` of the class of an object, and of objects created from it. `spelling` is the parameter whose class it is."""

ENUMERATION = "enum.Enum"
"""The `factory` of the members of an enumeration."""

MADE_OF = "tensorflow.data.Dataset"
"""The `factory` of a value that is a dataset if the parameter named by its `place` is one."""

BOUND = "builtins.builtin_function_or_method"
"""The `type` of such a method.

Its `items_by_key` maps the spelled dotted name to the object it is bound to, and its `factory` is the method name.
"""


class Bound(NamedTuple):
    """A method with its receiver, and the receiver's dotted name in the same function, or an empty string."""

    method: str
    receiver: Value
    path: str


def bound(receiver: Value, path: str, attr: str, value: Value) -> Value:
    """Returns `receiver.attr` where it is not called directly: with its receiver if it is a method, otherwise `value` unchanged."""
    if value.kind is not Kind.UNKNOWN or value.name or value.type or value.callees or value.cls or value.klass or value.possible_classes:
        return value
    if not _is_method(receiver, attr):
        return value
    return value._replace(kind=Kind.CALLABLE, origin=receiver.origin, type=BOUND, factory=attr, items_by_key=((path, receiver),))


def method_of(func: Value, env: Env | None) -> Bound | None:
    """Returns the bound method that a called value is, or None.

    For a receiver created in the same call, its current value is used. A receiver stored in an object or module, or passed by a caller,
    lives outside.
    """
    if func.type != BOUND or func.items_by_key is None or len(func.items_by_key) != 1 or not func.factory:
        return None
    path, receiver = func.items_by_key[0]
    if func.origin is receiver.origin and receiver.origin is not Origin.OUTER:
        now = (env or {}).get(path, receiver)
        return Bound(func.factory, now if now.kind is receiver.kind and now.type == receiver.type else receiver, path)
    return Bound(func.factory, receiver._replace(origin=Origin.OUTER, spelling=receiver.spelling or path, parameter=""), "")


def _is_method(receiver: Value, attr: str) -> bool:
    if receiver.name or receiver.module or receiver.cls or receiver.klass or receiver.callees:
        return False
    if receiver.kind in (Kind.CONTAINER, Kind.ITERATOR):
        return True
    if receiver.kind is Kind.NUMPY:
        return effects.mutates("numpy", attr)
    if receiver.kind is Kind.UNKNOWN and receiver.type in ("", NO_TENSOR) and not receiver.factory:
        return effects.only_of_containers(attr)
    if receiver.kind is Kind.OBJECT or receiver.factory:
        return tables.attribute_result(receiver.type, attr) == tables.UNKNOWN
    return tables.method_result(receiver.type, attr) != tables.UNKNOWN


def source_of(value: Value) -> str:
    """Returns the parameter that an unknown value is, or was derived from by such methods; empty if there is none."""
    if value.kind is not Kind.UNKNOWN or value.type or value.cls is not None:
        return ""
    return value.spelling if value.factory == MADE_OF else value.parameter


def made_of(given: Value | None) -> Value:
    """Returns what such methods make of a parameter with this argument: a dataset gives another dataset with unknown elements."""
    if given is not None and given.kind is Kind.DATASET:
        return given._replace(element=None, unknown_axes=NO_AXES, parameter="")
    source = source_of(given) if given is not None else ""
    return Value(factory=MADE_OF, spelling=source) if source else UNKNOWN
