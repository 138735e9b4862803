"""Which functions calls lead back to, found for a whole program in one walk. Knows nothing of what decides about a call."""

from __future__ import annotations

from collections.abc import Mapping

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey

Callers = dict[FunctionKey, set[FunctionKey]]


def recursive(callers: Mapping[FunctionKey, Mapping[tuple[FunctionKey, At], int]]) -> frozenset[FunctionKey]:
    """The functions that lie on a cycle of calls, in time linear in the calls; `callers` is that of an analysis."""
    return frozenset(_in_cycles({key: {caller for caller, _ in known} for key, known in callers.items()}))


def _in_cycles(callers: Callers) -> set[FunctionKey]:
    """The nodes of a graph that lie on a cycle (Tarjan's algorithm, with a stack of its own instead of Python's)."""
    found: set[FunctionKey] = set()
    number: dict[FunctionKey, int] = {}
    low: dict[FunctionKey, int] = {}
    path: dict[FunctionKey, None] = {}
    for start, first in callers.items():
        if start in number:
            continue
        number[start] = low[start] = len(number)
        path[start] = None
        waiting = [(start, iter(first))]
        while waiting:
            key, rest = waiting[-1]
            after = next(rest, None)
            if after is None:
                waiting.pop()
                if waiting:
                    low[waiting[-1][0]] = min(low[waiting[-1][0]], low[key])
                if low[key] == number[key]:
                    found.update(_component(path, key, callers))
            elif after not in number:
                number[after] = low[after] = len(number)
                path[after] = None
                waiting.append((after, iter(callers.get(after, ()))))
            elif after in path:
                low[key] = min(low[key], number[after])
    return found


def _component(
    path: dict[FunctionKey, None], first: FunctionKey, callers: Callers
) -> list[FunctionKey]:
    """Take the component that begins with a node off the path; one node alone is a cycle where it calls itself."""
    members = []
    while True:
        key, _ = path.popitem()
        members.append(key)
        if key == first:
            return members if len(members) > 1 or key in callers.get(key, ()) else []
