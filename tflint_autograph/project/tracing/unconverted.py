"""Finds the best call path on which AutoGraph does not convert a function. `tracing` finds those on which it does."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from itertools import count
from typing import TypeVar

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.trace import Chain, Step, Trace
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.tracing.flagged import Flags


class Cause(Enum):
    """The kinds of reasons for which a function is not converted."""

    NOTHING = "nothing"
    OPTION = "`autograph=False`"
    MARK = "`do_not_convert`"
    WRAPPER = "a decorator that calls it"
    PROPERTY = "a property"
    CONSTRUCTOR = "a constructor"
    OPERATOR = "an operator method"
    GENERATOR = "a generator"
    BASE = "the class of its method"
    MODULE = "its module"
    KERAS = "Keras 3"
    CALLER = "what it is passed to"
    CONSTRUCT = "a construct in its text"


@record
class Reason:
    """Why a function is not converted. False if it is converted. `under` is the version of Keras that alone leaves it so, if one does."""

    cause: Cause
    text: str
    under: str = ""

    def __bool__(self) -> bool:
        return self.cause is not Cause.NOTHING


CONVERTED = Reason(Cause.NOTHING, "")
OPTION = Reason(Cause.OPTION, "`autograph=False` disables the conversion")
PROPERTY = Reason(Cause.PROPERTY, "a property is never converted")
CONSTRUCTOR = Reason(Cause.CONSTRUCTOR, "a constructor is never converted")
OPERATOR = Reason(Cause.OPERATOR, "an operator method is never converted")
GENERATOR = Reason(Cause.GENERATOR, "a generator is never converted")
TOUCHED = Reason(Cause.OPERATOR, "Python calls it without converting it")
KERAS = Reason(Cause.KERAS, "Keras calls it without converting it")
KERAS_3 = Reason(Cause.KERAS, "Keras 3 calls it without converting it", under="Keras 3")


def wrapped(wrapper: str) -> Reason:
    """Returns the reason for a function wrapped by `wrapper`, such as `lru_cache`."""
    return Reason(Cause.MARK if wrapper == "`do_not_convert`" else Cause.WRAPPER, f"{wrapper} disables the conversion")


def passed_to(caller: str, under: str = "") -> Reason:
    """Returns the reason for a function passed to `caller`, which calls it without AutoGraph: always, or under that version of Keras alone."""
    return Reason(Cause.CALLER, f"{caller} calls it without converting it", under)


class EdgeKind(Enum):
    """How the code of a function leads to another one: what the caller does, and the same seen from the callee."""

    CALLS = "calls", "called by"
    USES = "uses", "used by"
    PASSES = "passes", "passed on by"
    GRADIENT = "returns the gradient", "the gradient returned by"
    REPLACED = "is replaced by its decorator with", "put by its decorator in place of"

    def __init__(self, active: str, passive: str) -> None:
        self.active = active
        self.passive = passive


@record
class Edge:
    """One call of a traced function by another. `text` is a sentence that begins with the caller.

    `kept`: why AutoGraph does not convert the callee even if it converts the caller. `asks`: the callee is converted whatever happens to
    the caller, since it is a `tf.function` itself. `given` are the flags the call passes to the callee, `asked` those of the caller under
    which the call runs.
    """

    caller: FunctionKey
    at: At
    kind: EdgeKind
    text: str
    kept: Reason
    confidence: Confidence
    asks: bool = False
    given: Flags = ()
    asked: Flags = ()

    @property
    def converted(self) -> bool:
        """Whether the callee is converted if the caller is."""
        return not self.kept

    def lengthen(self, project: SourceProject, trace: Trace, *, converted: bool) -> Trace:
        """Returns the trace of the callee along this edge, from the trace of the caller."""
        step = Step(project.span(self.caller.path, self.at), self.text)
        return Trace(trace.root, Chain(trace.steps, step), converted, min(trace.confidence, self.confidence), trace.assumptions)


@record
class Unconverted:
    """A call path on which a function runs unconverted, and the reason."""

    trace: Trace
    reason: Reason


Way = TypeVar("Way")

Edges = Mapping[FunctionKey, Mapping[tuple[FunctionKey, At], Edge]]
"""By callee, then by caller and place."""


def unconverted(
    project: SourceProject, roots: Iterable[tuple[FunctionKey, Unconverted]], edges: Edges, traces: Mapping[FunctionKey, Trace]
) -> dict[FunctionKey, Unconverted]:
    """Returns the unconverted path with the highest confidence, then the shortest, for each function that has one.

    `roots` are those that are not converted, `traces` the best path of any kind to every traced function.
    """
    offers = list(roots)
    onward: defaultdict[FunctionKey, list[tuple[FunctionKey, Edge]]] = defaultdict(list)
    for callee, edge in in_order(edges):
        if not edge.asks:
            onward[edge.caller].append((callee, edge))
            if edge.kept and edge.caller in traces:
                offers.append((callee, Unconverted(edge.lengthen(project, traces[edge.caller], converted=False), edge.kept)))

    def lengthened(edge: Edge, way: Unconverted) -> Unconverted:
        return Unconverted(edge.lengthen(project, way.trace, converted=False), edge.kept or way.reason)

    return best_first(offers, onward, lengthened, lambda way: rank(way.trace))


def in_order(edges: Edges) -> Iterator[tuple[FunctionKey, Edge]]:
    """Yields the callee of each edge and the edge, by callee, caller and place."""
    for callee, calls in sorted(edges.items()):
        for edge in sorted(calls.values(), key=lambda edge: (edge.caller, edge.at)):
            yield callee, edge


def rank(trace: Trace) -> tuple[int, int]:
    """Returns what sorts the best of several traces first: the confidence, then the length."""
    return -trace.confidence.rank, len(trace.steps)


def best_first(
    offers: Iterable[tuple[FunctionKey, Way]], onward: Mapping[FunctionKey, list[tuple[FunctionKey, Edge]]],
    lengthened: Callable[[Edge, Way], Way], ranked: Callable[[Way], tuple[int, int]],
) -> dict[FunctionKey, Way]:  # fmt: skip
    """Returns the best way to each function that one of the offered ways reaches along the edges; of equal ones the first."""
    number, best = count(), dict[FunctionKey, Way]()
    waiting = [(*ranked(way), next(number), key, way) for key, way in offers]
    heapq.heapify(waiting)
    while waiting:
        *_, key, way = heapq.heappop(waiting)
        if key not in best:
            best[key] = way
            for callee, edge in onward.get(key, ()):
                if callee not in best:
                    longer = lengthened(edge, way)
                    heapq.heappush(waiting, (*ranked(longer), next(number), callee, longer))
    return best
