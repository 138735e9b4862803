"""The strongly connected components of the call graph: the order in which functions are interpreted, and which are recursive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.project.tracing.unconverted import Edge


def cycles(edges: Mapping[FunctionKey, Mapping[tuple[FunctionKey, At], Edge]]) -> dict[FunctionKey, frozenset[FunctionKey]]:
    """Maps each function on a cycle of calls to all functions of its cycle.

    Linear in the number of calls; `edges` is the call graph of a tracing. Functions that are only passed to unknown code do not count as
    called.
    """
    found: dict[FunctionKey, frozenset[FunctionKey]] = {}
    callers = {key: {each.caller for each in known.values() if each.confidence is not Confidence.LOW} for key, known in edges.items()}
    for members in components(callers):
        if len(members) > 1 or members[0] in callers.get(members[0], ()):
            found |= dict.fromkeys(members, frozenset(members))
    return found


def components(callers: Mapping[FunctionKey, Iterable[FunctionKey]]) -> Iterator[list[FunctionKey]]:
    """Yields the strongly connected components of a call graph, each after those that call it.

    Tarjan's algorithm, with an explicit stack instead of recursion. `callers` maps the functions to those that call them.
    """
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
                    yield _component(path, key)
            elif after not in number:
                number[after] = low[after] = len(number)
                path[after] = None
                waiting.append((after, iter(callers.get(after, ()))))
            elif after in path:
                low[key] = min(low[key], number[after])


def _component(path: dict[FunctionKey, None], first: FunctionKey) -> list[FunctionKey]:
    """Removes the component that starts with `first` from the path, and returns it."""
    members: list[FunctionKey] = []
    while not members or members[-1] != first:
        members.append(path.popitem()[0])
    return members
