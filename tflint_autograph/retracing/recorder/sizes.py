"""How large a graph is, and the process. Builds and keeps nothing."""

from __future__ import annotations

import os
from typing import Any

_STATE = "/proc/self/statm"


def operations(graph: Any) -> int:
    """The operations of a graph and of the functions it calls, each function counted once."""
    count, waiting, seen = 0, [graph], set()
    while waiting:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        count += len(current.get_operations())
        functions = getattr(current, "_functions", None) or {}
        inner = (getattr(each, "graph", None) for each in functions.values())
        waiting += [each for each in inner if hasattr(each, "get_operations")]
    return count


def resident() -> int | None:
    """Bytes of memory the process holds, None where the system does not tell."""
    try:
        with open(_STATE, "rb") as file:
            pages = int(file.read().split()[1])
    except (OSError, IndexError, ValueError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
