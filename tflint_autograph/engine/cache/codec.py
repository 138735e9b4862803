"""Encodes plain data as JSON and decodes it, checked against the declared types.

`pickle` would be shorter, but a cache may come from someone else, and reading it must not run code.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import types
import typing
from collections.abc import Callable, Collection, Sequence
from enum import Enum
from typing import Any, TypeVar

T = TypeVar("T")
Decoder = Callable[[Any], Any]
_PLAIN = (str, int, bool, float)


class Foreign(Exception):
    """Raised when data was not written by this package."""


def encode(value: object) -> bytes:
    """Returns the JSON of dataclasses, named tuples, enumerations, tuples, dicts and plain values."""
    return json.dumps(value, default=_plain, separators=(",", ":")).encode()


def decode(kind: type[T], data: bytes) -> T:
    """Returns the value of type `kind` that was encoded. Raises Foreign for anything else."""
    try:
        made: T = decoder(typing.cast(Any, kind))(json.loads(data))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise Foreign(f"not a {kind.__name__}: {error}") from None
    return made


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Sequence):
        return list(value)
    if dataclasses.is_dataclass(value):
        # By place, not by name: half the size, and the version is part of every key.
        kind: Any = type(value)
        return [getattr(value, name) for name in _names(kind)]
    raise TypeError(f"{type(value).__name__} is not plain data")


@functools.cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


@functools.cache
def decoder(kind: Any) -> Decoder:
    """Returns a function that decodes JSON to the declared type `kind`. It raises ValueError, TypeError or KeyError."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return _optional(*(decoder(each) for each in arguments if each is not type(None)))
    if origin is Sequence or (origin is tuple and arguments[-1] is ...):
        return _several(_items(arguments[0]))
    if origin is tuple:
        return _sequence(arguments)
    if origin is dict:
        return _table(_items(arguments[1]))
    if issubclass(kind, Enum):
        return {member.value: member for member in kind}.__getitem__
    if dataclasses.is_dataclass(kind) or issubclass(kind, tuple):
        hints = typing.get_type_hints(kind)
        return _fields(kind, [hints[name] for name in getattr(kind, "_fields", None) or _names(kind)])
    return _exact(kind)


def _fields(kind: Any, kinds: Sequence[Any]) -> Decoder:
    """Like `_sequence`, without a call for each plain value, for speed: findings consist of thousands of them."""
    plain = [(at, own) for at, own in enumerate(kinds) if own in _PLAIN]
    others = [(at, decoder(own)) for at, own in enumerate(kinds) if own not in _PLAIN]
    build = _filled(kind) if kind.__setattr__ is not object.__setattr__ else _call(kind)

    def make(raw: Any) -> Any:
        if type(raw) is not list or len(raw) != len(kinds):
            raise ValueError(f"{raw!r} is no {kind.__name__}")
        for at, own in plain:
            if type(raw[at]) is not own:
                raise ValueError(f"{raw[at]!r} is no {own.__name__}")
        for at, decode_one in others:
            raw[at] = decode_one(raw[at])
        return build(raw)

    return make


def _call(kind: Any) -> Decoder:
    return lambda values: kind(*values)


def _filled(kind: Any) -> Decoder:
    """Returns a function that creates a frozen record by writing its slots directly, which is much faster."""
    slots = [getattr(kind, name).__set__ for name in _names(kind)]

    def make(values: Any) -> Any:
        made = object.__new__(kind)
        for fill, value in zip(slots, values, strict=True):
            fill(made, value)
        return made

    return make


def _exact(kind: type) -> Decoder:
    def make(raw: Any) -> Any:
        if type(raw) is not kind:
            raise ValueError(f"{raw!r} is no {kind.__name__}")
        return raw

    return make


def _optional(make: Decoder) -> Decoder:
    return lambda raw: None if raw is None else make(raw)


def _items(kind: Any) -> Callable[[Collection[Any]], Collection[Any]]:
    """Returns a function that decodes several values of one kind."""
    if kind not in _PLAIN:
        make = decoder(kind)
        return lambda raw: [make(item) for item in raw]

    def check(raw: Collection[Any]) -> Collection[Any]:
        # All at once: a project has thousands of paths and digests.
        if not {*map(type, raw)} <= {kind}:
            raise ValueError(f"not each is a {kind.__name__}")
        return raw

    return check


def _several(make: Callable[[Collection[Any]], Collection[Any]]) -> Decoder:
    return lambda raw: tuple(make(_checked(raw, list)))


def _table(make: Callable[[Collection[Any]], Collection[Any]]) -> Decoder:
    return lambda raw: dict(zip(_checked(raw, dict), make(raw.values()), strict=True))


def _sequence(kinds: Sequence[Any]) -> Decoder:
    makers = [decoder(kind) for kind in kinds]
    return lambda raw: tuple([make(item) for make, item in zip(makers, _checked(raw, list), strict=True)])


def _checked(raw: Any, kind: type) -> Any:
    if type(raw) is not kind:
        raise ValueError(f"{raw!r} is no {kind.__name__}")
    return raw
