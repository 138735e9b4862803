"""Calls of the system that Python has no functions for. Each raises OSError; Linux only."""

from __future__ import annotations

import ctypes
import os
from functools import cache
from typing import Any


@cache
def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: Any) -> int:
    """Call a function of the C library; the number it returns. A system that lacks the function raises OSError, too."""
    try:
        function = getattr(_libc(), name)
    except AttributeError:
        raise OSError(f"no `{name}` here") from None
    ctypes.set_errno(0)
    found = int(function(*arguments))
    if found < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return found
