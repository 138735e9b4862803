"""Measures the size of a graph and of the process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

_STATE = "/proc/self/statm"


def operations(graph: Any) -> int:
    """Returns the number of operations of a graph and of the functions it calls, each counted once."""
    return sum(len(each.get_operations()) for each in _graphs(graph))


def compiles(graph: Any) -> bool:
    """Whether a graph calls a function that XLA compiles."""
    calls = (each for inner in _graphs(graph) for each in inner.get_operations() if each.type.endswith("PartitionedCall"))
    return any(each.node_def.attr["_XlaMustCompile"].b for each in calls)


def _graphs(graph: Any) -> Iterator[Any]:
    """Yields a graph and those of the functions it calls, each once."""
    waiting, seen = [graph], set()
    while waiting:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        functions = getattr(current, "_functions", None) or {}
        inner = (getattr(each, "graph", None) for each in functions.values())
        waiting += [each for each in inner if hasattr(each, "get_operations")]


def resident() -> int | None:
    """Returns the resident memory of the process in bytes, or None if unknown."""
    try:
        with open(_STATE, "rb") as file:
            pages = int(file.read().split()[1])
    except (OSError, IndexError, ValueError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
