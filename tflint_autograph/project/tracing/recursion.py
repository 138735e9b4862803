"""Which functions calls lead back to, found for a whole program in one walk. Knows nothing of what decides about a call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.project.tracing.unconverted import Edge

Callers = dict[FunctionKey, set[FunctionKey]]


def cycles(edges: Mapping[FunctionKey, Mapping[tuple[FunctionKey, At], Edge]]) -> dict[FunctionKey, frozenset[FunctionKey]]:
    """Of each function that lies on a cycle of calls, all that calls lead back from to it, and to which it leads.

    In time linear in the calls; `edges` is that of a tracing. What is only passed to something unknown may not be called at all.
    """
    found: dict[FunctionKey, frozenset[FunctionKey]] = {}
    for members in _components({key: set(_sure(known.values())) for key, known in edges.items()}):
        found |= dict.fromkeys(members, members)
    return found


def _sure(edges: Iterable[Edge]) -> Iterator[FunctionKey]:
    return (each.caller for each in edges if each.confidence is not Confidence.LOW)


def _components(callers: Callers) -> Iterator[frozenset[FunctionKey]]:
    """The cycles of a graph (Tarjan's algorithm, with a stack of its own instead of Python's)."""
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
                    members = _component(path, key)
                    if len(members) > 1 or key in callers.get(key, ()):
                        yield members
            elif after not in number:
                number[after] = low[after] = len(number)
                path[after] = None
                waiting.append((after, iter(callers.get(after, ()))))
            elif after in path:
                low[key] = min(low[key], number[after])


def _component(path: dict[FunctionKey, None], first: FunctionKey) -> frozenset[FunctionKey]:
    """Take the component that begins with a node off the path."""
    members: list[FunctionKey] = []
    while not members or members[-1] != first:
        members.append(path.popitem()[0])
    return frozenset(members)
