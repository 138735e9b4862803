"""Finds the best call path from a root to each traced function in the known call graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Step, Trace
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.tracing.conversion import kept_as_root
from tflint_autograph.project.tracing.flagged import contradict
from tflint_autograph.project.tracing.unconverted import (
    CONVERTED,
    KERAS,
    KERAS_3,
    OPTION,
    Edge,
    Edges,
    Reason,
    Unconverted,
    in_order,
    passed_to,
)
from tflint_autograph.tfapi.tracing import left_by_keras_3

Found = Mapping[FunctionKey, Sequence[Root]]
"""The roots of each function that has some."""


def best_ways(analysis: Analysis, found: Found, edges: Edges) -> dict[FunctionKey, Trace]:
    """Returns the trace of each function: the highest confidence first, then the shortest, then the first by place.

    A path on which a call passes a flag that prevents the next call is only used if there is no other.
    """
    callees: defaultdict[FunctionKey, list[tuple[FunctionKey, Edge]]] = defaultdict(list)
    for callee, edge in in_order(edges):
        callees[edge.caller].append((callee, edge))
    traces: dict[FunctionKey, Trace] = {}
    last: dict[FunctionKey, Edge] = {}
    for level in reversed(Confidence):
        for key, roots in sorted(found.items()):
            fitting = [root for root in roots if root.confidence is level]
            if key not in traces and fitting:
                traces[key] = _of_root(analysis, min(fitting, key=lambda root: (root.path, root.at)))
        _Spread(analysis.project, edges, callees, traces, last, level).run()
    return traces


def opening_roots(analysis: Analysis, found: Found) -> dict[FunctionKey, Trace]:
    """Returns, by function, the trace of the root that leaves lengths open, with the highest confidence."""
    opening = {key: [root for root in roots if root.unsized or any(value.unknown_axes for value in root.handed)] for key, roots in found.items()}
    placed = {key: sorted(roots, key=lambda root: (root.path, root.at)) for key, roots in opening.items() if roots}
    return {key: _of_root(analysis, max(roots, key=lambda root: root.confidence)) for key, roots in placed.items()}


def _of_root(analysis: Analysis, root: Root) -> Trace:
    step = Step(analysis.project.span(root.path, root.at), root.text)
    return Trace(root.word, (step,), not _kept(analysis, root), root.confidence, root.assumptions)


class _Spread:
    """A breadth-first search from the functions traced so far, along edges with at least the confidence `level`.

    `last` are the edges taken.
    """

    def __init__(
        self, project: SourceProject, edges: Edges, callees: Mapping[FunctionKey, Sequence[tuple[FunctionKey, Edge]]],
        traces: dict[FunctionKey, Trace], last: dict[FunctionKey, Edge], level: Confidence,
    ) -> None:  # fmt: skip
        self.project = project
        self.edges = edges
        self.callees = callees
        self.traces = traces
        self.last = last
        self.level = level

    def run(self) -> None:
        """Searches along paths without contradictory flags first, and then along all."""
        waiting: list[tuple[FunctionKey, Edge]] = []
        layer = sorted(self.traces, key=lambda key: (len(self.traces[key].steps), key))
        while layer or waiting:
            following = []
            for caller in layer:
                for callee, edge in self.callees.get(caller, ()):
                    if callee in self.traces or not self._is_open(edge):
                        continue
                    trace = self._behind(edge)
                    if trace is None:
                        waiting.append((callee, edge))
                        continue
                    self._take(callee, edge, trace)
                    following.append(callee)
            if not following and waiting:
                callee, edge = waiting.pop(0)
                if callee not in self.traces:
                    self._take(callee, edge, self._behind(edge) or self.traces[edge.caller])
                    following.append(callee)
            layer = following

    def _is_open(self, edge: Edge) -> bool:
        """Whether the caller is traced, and it and the call have enough confidence."""
        trace = self.traces.get(edge.caller)
        return trace is not None and min(edge.confidence, trace.confidence) >= self.level

    def _take(self, callee: FunctionKey, edge: Edge, trace: Trace) -> None:
        self.traces[callee], self.last[callee] = self._lengthened(trace, edge), edge

    def _lengthened(self, trace: Trace, edge: Edge) -> Trace:
        return edge.lengthen(self.project, trace, converted=edge.converted and (trace.converted or edge.asks))

    def _behind(self, edge: Edge) -> Trace | None:
        """Returns the best trace of the caller, or another one that permits the call; None if there is none yet."""
        last = self.last.get(edge.caller)
        if last is None or not contradict(last.given, edge.asked):
            return self.traces[edge.caller]
        for other in sorted(self.edges[edge.caller].values(), key=lambda each: (each.caller, each.at)):
            if other.caller == edge.caller or not self._is_open(other):
                continue
            before = self.last.get(other.caller)
            if not contradict(other.given, edge.asked) and (before is None or not contradict(before.given, other.asked)):
                return self._lengthened(self.traces[other.caller], other)
        return None


def caller_of(analysis: Analysis, caller: FunctionKey, callee: FunctionKey) -> str:
    """Returns the caller as a step names it: with the class of its object, where that overrides the called method."""
    own, other = analysis.project.owner(caller), analysis.project.owner(callee)
    overrides = own is not None and other is not None and own != other and own in analysis.classes.mro(other)
    return f"`{analysis.project.display(caller)}`" + (f" of `{analysis.project.display(other)}`" if overrides and other is not None else "")


def unconverted_roots(analysis: Analysis, found: Found) -> Iterator[tuple[FunctionKey, Unconverted]]:
    """Yields the roots that are not converted. What is a `tf.function` already is run by Keras as such."""
    for key, roots in sorted(found.items()):
        asked = any(root.word == "tf.function" for root in roots)
        for root in roots:
            reason = CONVERTED if asked and root.word.startswith("Keras ") else _kept(analysis, root)
            if reason:
                step = Step(analysis.project.span(root.path, root.at), root.text)
                yield key, Unconverted(Trace(root.word, (step,), False, root.confidence, root.assumptions), reason)


def _kept(analysis: Analysis, root: Root) -> Reason:
    """Returns the reason why AutoGraph does not convert a root."""
    lowered = analysis.project.lowered(root.target.key)
    if root.converted:
        return kept_as_root(analysis, root.target, lowered) if lowered is not None else CONVERTED
    if root.word == "tf.function":
        return OPTION
    if root.word.startswith("Keras "):
        return _by_keras(analysis, root)
    return passed_to(f"`{root.word}`", KERAS_3.under if root.word in left_by_keras_3() else "")


def _by_keras(analysis: Analysis, root: Root) -> Reason:
    """Returns the reason for a method that Keras calls: Keras 2 converts some of them."""
    method = analysis.keras_versions.method(root.target.key)
    return KERAS_3 if method is not None and method.base.converts(method.name, 2) else KERAS
