"""Reads attributes of the user's objects, which may raise anything."""

from __future__ import annotations

from typing import Any


def attribute(held: Any, name: str, default: Any = None) -> Any:
    """Returns an attribute, or the default if there is none, or if `__getattr__` or a property raises."""
    try:
        return getattr(held, name, default)
    except Exception:  # noqa: BLE001 - the user's code raises what it likes, an ImportError for what is not installed
        return default


def has_attribute(held: Any, name: str) -> bool:
    """Whether an attribute can be read."""
    return attribute(held, name, _MISSING) is not _MISSING


_MISSING = object()
