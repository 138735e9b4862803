"""Converts values that cross the boundary of a scope or a call."""

from __future__ import annotations

from collections.abc import Mapping

from tflint_autograph.model.carried import outside
from tflint_autograph.model.values import Callee, Kind, Origin, Value
from tflint_autograph.project.interpreter.calls import KINDS


def outer(value: Value, place: str) -> Value:
    """Returns a value of an outer scope as traced code sees it: its containers and objects live outside the call."""
    return value._replace(origin=Origin.OUTER, spelling=place, parameter="", callees=outside(value.callees))


def substitute(value: Value, bound: Mapping[str, Value]) -> Value:
    """Returns a function's result for this caller: a parameter is replaced by its argument in `bound`."""
    if value.parameter:
        return bound.get(value.parameter, value._replace(parameter=""))
    if value.items_by_key:
        return value._replace(items_by_key=tuple([(name, substitute(item, bound)) for name, item in value.items_by_key]))
    if value.items is None:
        return value
    return value._replace(items=tuple(substitute(item, bound) for item in value.items))


def is_open(env: Mapping[str, Value]) -> bool:
    """Whether a length of one of the values is unknown at trace time."""
    return any(value.unknown_axes for value in env.values())


def remembered(value: Value, target: Callee, name: str) -> Value:
    """Returns the result of a function that caches it, such as `functools.cached_property`: all callers share one object."""
    if value.origin is not Origin.FRESH or value.kind not in (Kind.CONTAINER, Kind.OBJECT, Kind.NUMPY):
        return value
    owner = target.receiver
    if owner is None:
        return value._replace(origin=Origin.OUTER, spelling=f"{name}()", parameter="")
    place = f"{owner.spelling}.{name}" if owner.spelling else name
    return value._replace(origin=owner.origin, spelling=place, parameter="")


def as_graph_result(value: Value) -> Value:
    """Returns the result of a traced function: numbers and strings become tensors (FACTS forms_return_python_values)."""
    if value.kind is Kind.PYTHON:
        return Value(Kind.TENSOR, Origin.FRESH, type="tensor")
    return value


def kind_word(value: Value) -> str:
    """Returns the word in `tfapi.tables` for the type of a value, or an empty string."""
    if value.type and not value.type.startswith("builtins."):
        return value.type
    return _WORDS.get(value.kind, "")


_WORDS = {kind: word for word, kind in reversed(KINDS.items())}

