"""The strongly connected components of the call graph: the order in which functions are interpreted, and which are recursive."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import CONVERTED, UNKNOWN, Kind, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.roots.arguments import call_sites
from tflint_autograph.project.roots.factories import factory_arguments
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.tracing.callees import may_be_several
from tflint_autograph.project.tracing.unconverted import Edge, Edges


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


DEEPEST = 24
"""Maximum number of functions that are interpreted in the middle of each other. Deeper ones are interpreted later, and their callers again."""

_FURTHER = 2
"""Imports of files with roots are followed this far."""

ROUNDS = 12
"""Maximum number of passes over a function whose arguments or callees keep changing. Kinds settle long before."""


class Worklist:
    """The `waiting` functions. `runs` counts the passes over each, and `unsettled` are those that have reached `ROUNDS`."""

    def __init__(self, interpret: Callable[[FunctionKey], None]) -> None:
        self._interpret = interpret
        self.waiting: dict[FunctionKey, None] = {}
        self.runs: defaultdict[FunctionKey, int] = defaultdict(int)
        self.unsettled: set[FunctionKey] = set()

    def add(self, *keys: FunctionKey) -> None:
        """Adds functions, except those that have reached the maximum number of passes."""
        self.waiting |= {key: None for key in keys if self.runs[key] < ROUNDS}
        self.unsettled |= {key for key in keys if key not in self.waiting}

    def run(self, edges: Edges) -> None:
        """Interprets functions until none waits, in sweeps over the call graph: callers before callees.

        So what all callers pass to a function has arrived when its turn comes. A caller that waits for a changed result has its turn in the
        next sweep, after all its callees. `edges` may grow meanwhile.
        """
        while self.waiting:
            callers = {key: {caller for caller, _ in places} for key, places in edges.items()}
            known = dict.fromkeys(key for members in components(callers) for key in members)
            for key in (*known, *(key for key in self.waiting if key not in known)):
                if key in self.waiting:
                    self.visit(key)

    def visit(self, key: FunctionKey) -> None:
        """Interprets one waiting function."""
        del self.waiting[key]
        self.runs[key] += 1
        self._interpret(key)


def only_called(found: Mapping[FunctionKey, list[Root]]) -> frozenset[FunctionKey]:
    """Returns the roots that `tf.function` alone traces: only calls pass them arguments."""
    return frozenset(key for key, roots in found.items() if all(root.word == "tf.function" for root in roots))


def arguments_of_calls(analysis: Analysis, found: Mapping[FunctionKey, list[Root]]) -> None:
    """Enters into the entry states of roots what plain calls in eager code pass to them, where calls alone do."""
    for key, values in call_sites(analysis, only_called(found)).items():
        entry = analysis.entries[key]
        values = {name: _as_specified(value, entry.get(name, UNKNOWN)) for name, value in values.items()}
        # Objects of several classes are still of the class that the annotation says.
        entry.update({name: value for name, value in values.items() if not may_be_several(value) or entry.get(name, UNKNOWN).cls is None})


def _as_specified(value: Value, told: Value) -> Value:
    """Returns an argument with the dtype that an `input_signature` gives it: arrays are converted to that one."""
    is_cast = value.type == CONVERTED and told.kind is Kind.TENSOR and bool(told.dtype)
    return value._replace(type=told.type, dtype=told.dtype) if is_cast else value


def arguments_of_factories(analysis: Analysis, found: Mapping[FunctionKey, list[Root]]) -> None:
    """Sets the known arguments of functions that eager code calls to make roots. Reads the files that those with roots import, first."""
    paths = dict.fromkeys(root.target.key.path for roots in found.values() for root in roots)
    for _ in range(_FURTHER):
        paths |= dict.fromkeys(target for path in tuple(paths) for target in analysis.importing.targets(path))
    for path in paths:
        analysis.project.module(path)
    for key, values in factory_arguments(analysis, tuple(root for roots in found.values() for root in roots)).items():
        analysis.known_arguments[key] = values
