"""Numbers for the user's objects, so that records can say which are the same and which are gone. Keeps none alive."""

from __future__ import annotations

import itertools
import threading
import weakref
from typing import Any


class Objects:
    """Gives each object a number, and tells of those that have died since it was asked last."""

    def __init__(self) -> None:
        # Not reentrant: the callback below, which may run at any allocation, must take no lock
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._known: dict[int, tuple[int, Any]] = {}
        self._died: list[int] = []

    def number(self, value: Any) -> int:
        """The number of an object, which no other object gets."""
        with self._lock:
            known = self._known.get(id(value))
            if known is not None and known[1]() is value:
                return known[0]
            number, identity, died = next(self._numbers), id(value), self._died
            self._known[identity] = number, weakref.ref(value, lambda _: died.append(number))
            return number

    def died(self) -> list[int]:
        """The numbers of the objects that are gone, each told once."""
        with self._lock:
            count = len(self._died)
            found, self._died[:count] = self._died[:count], []
            return found


def described(value: Any) -> str:
    """What an object is, in words that run none of its code: its type, and for a function where it is written."""
    code = getattr(value, "__code__", None) if type(value).__name__ in ("function", "method") else None
    if code is not None:
        return f"{code.co_name} ({code.co_filename}:{code.co_firstlineno})"
    name = getattr(value, "__name__", None) if isinstance(value, type) else None
    return str(name) if name is not None else type(value).__name__
