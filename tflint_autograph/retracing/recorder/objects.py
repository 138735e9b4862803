"""Numbers the user's objects, so that records can tell which are identical and which are gone. Keeps none alive."""

from __future__ import annotations

import itertools
import threading
import weakref
from typing import Any


class Objects:
    """Gives each object a number, and reports those freed since the last query."""

    def __init__(self) -> None:
        # Not reentrant: the callback below, which may run at any allocation, must take no lock
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._known: dict[int, tuple[int, Any]] = {}
        self._died: list[int] = []

    def number(self, value: Any) -> int:
        """Returns the number of an object, unique among all objects."""
        with self._lock:
            known = self._known.get(id(value))
            if known is not None and known[1]() is value:
                return known[0]
            number, identity, died = next(self._numbers), id(value), self._died
            self._known[identity] = number, weakref.ref(value, lambda _: died.append(number))
            return number

    def died(self) -> list[int]:
        """Returns the numbers of the objects that were freed, each once."""
        with self._lock:
            count = len(self._died)
            found, self._died[:count] = self._died[:count], []
            return found


def described(value: Any) -> str:
    """Returns a description of an object without running its code: its type, and for a function where it is defined."""
    code = getattr(value, "__code__", None) if type(value).__name__ in ("function", "method") else None
    if code is not None:
        return f"{code.co_name} ({code.co_filename}:{code.co_firstlineno})"
    name = getattr(value, "__name__", None) if isinstance(value, type) else None
    return str(name) if name is not None else type(value).__name__
