"""Converts the messages of `protocol` to JSON data and back. Standard library only."""

from __future__ import annotations

from dataclasses import asdict, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from tflint_autograph.confirm.protocol import Borrowed, CapturedChange, Line, Raised

T = TypeVar("T")


def plain(message: Any) -> dict[str, Any]:
    """Returns a message as JSON data."""
    return asdict(message)


def parsed(kind: type[T], data: Any) -> T:
    """Returns the message of this type from the data of `plain`."""
    known: Any = kind  # mypy takes no `type[T]` for hashable
    hints = _hints(known)
    given = {each.name: _value(hints[each.name], data[each.name]) for each in fields(kind) if each.name in data}  # type: ignore[arg-type]
    return kind(**given)


_OPTIONAL: dict[Any, type[Any]] = {Raised | None: Raised, CapturedChange | None: CapturedChange, Borrowed | None: Borrowed}


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)


def _value(hint: Any, data: Any) -> Any:
    if get_origin(hint) is tuple:
        return tuple(_value(get_args(hint)[0], item) for item in data)
    if hint is Line:
        return Line(*data)
    if hint in _OPTIONAL:
        return None if data is None else parsed(_OPTIONAL[hint], data)
    return parsed(hint, data) if is_dataclass(hint) and isinstance(hint, type) else data
