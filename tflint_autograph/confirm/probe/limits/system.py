"""System calls without a Python function. Each raises OSError; Linux only."""

from __future__ import annotations

import ctypes
import os
from functools import cache
from typing import Any


@cache
def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: Any) -> int:
    """Calls a function of the C library and returns its result. Raises OSError on failure, or if it is missing."""
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
