"""Compares plain data strictly, including types and provenance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any


def same(one: Any, other: Any) -> bool:
    """Whether both are indistinguishable except by identity.

    Stricter than `==`, for which `1` equals `True` and the `provenance` of a value does not count.
    """
    if one is other:
        return True
    kind = type(one)
    if kind is not type(other):
        return False
    compare = _KNOWN.get(kind)
    if compare is None:
        compare = _KNOWN[kind] = _comparing(kind)
    return compare(one, other)


def compared_once() -> Callable[[Any, Any], bool]:
    """Returns `same` with the result of each two objects kept: hundreds of results depend on the same large one."""
    known: dict[tuple[int, int], tuple[bool, Any, Any]] = {}

    def compared(one: Any, other: Any) -> bool:
        found = known.get((id(one), id(other)))
        if found is None:
            # With the objects, so that no other ones get their ids.
            found = known[id(one), id(other)] = (same(one, other), one, other)
        return found[0]

    return compared


def _items(one: Any, other: Any) -> bool:
    if len(one) != len(other):
        return False
    for mine, its in zip(one, other, strict=True):  # noqa: SIM110 - most are the very same, which costs no call here
        if mine is not its and not same(mine, its):
            return False
    return True


def _entries(one: dict[Any, Any], other: dict[Any, Any]) -> bool:
    return len(one) == len(other) and all(map(same, one, other)) and all(map(same, one.values(), other.values()))


def _number(one: float, other: float) -> bool:
    return repr(one) == repr(other)


def _plain(one: Any, other: Any) -> bool:
    return bool(one == other)


_KNOWN: dict[type, Callable[[Any, Any], bool]] = {}
"""The comparison function of each type."""


def _comparing(kind: type) -> Callable[[Any, Any], bool]:
    if issubclass(kind, (tuple, list)):
        return _items
    if issubclass(kind, dict):
        return _entries
    if kind in (float, complex):
        return _number
    if is_dataclass(kind):
        names = tuple(field.name for field in fields(kind))
        return lambda one, other: all(same(getattr(one, name), getattr(other, name)) for name in names)
    return _plain
