"""Finds call paths to traced functions on which a length is unknown at trace time that is known on other paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.trace import Trace
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.interpreter.results import is_open
from tflint_autograph.project.tracing.entry_states import CallEdge
from tflint_autograph.project.tracing.unconverted import Edge, Edges
from tflint_autograph.project.values.body_result import Env

Ways: TypeAlias = Mapping[FunctionKey, Mapping[CallEdge | None, Env]]
"""By function, what each way into it passes: a call in traced code, or None for the roots."""


def opening_traces(project: SourceProject, ways: Ways, edges: Edges, traces: Mapping[FunctionKey, Trace]) -> dict[FunctionKey, Trace]:
    """Returns, for each function, the trace with the highest confidence, then the shortest, that passes it an unknown length.

    Functions whose best trace is such a one are left out.
    """
    opened = {key: frozenset(way for way, entry in passed.items() if is_open(entry)) for key, passed in ways.items()}
    search = _Search(project, opened, edges, traces)
    found = ((key, search.trace(key, frozenset())) for key, passed in sorted(opened.items()) if passed and key in traces)
    return {key: trace for key, trace in found if trace is not None and trace.steps != traces[key].steps}


class _Search:
    """Traces of functions along calls that pass an unknown length, back to where the length is lost."""

    def __init__(
        self, project: SourceProject, opened: Mapping[FunctionKey, frozenset[CallEdge | None]], edges: Edges, traces: Mapping[FunctionKey, Trace]
    ) -> None:  # fmt: skip
        self.project = project
        self.opened = opened
        self.edges = edges
        self.traces = traces
        self.known: dict[FunctionKey, Trace | None] = {}

    def trace(self, key: FunctionKey, around: frozenset[FunctionKey]) -> Trace | None:
        """Returns the best such trace of a function; `around` are functions in the current search, which are skipped."""
        if not self.opened.get(key):
            # It is passed none, so that what it passes is lost in it, however it is called.
            return self.traces.get(key)
        if key not in self.known:
            found = min(self._traces(key, around | {key}), key=lambda trace: (-trace.confidence.rank, len(trace.steps)), default=None)
            if around:
                return found
            self.known[key] = found
        return self.known[key]

    def _traces(self, key: FunctionKey, around: frozenset[FunctionKey]) -> Iterator[Trace]:
        best = self.traces.get(key)
        if None in self.opened[key] and best is not None and len(best.steps) == 1:
            yield best
        for place, edge in sorted(self.edges.get(key, {}).items()):
            before = self.trace(edge.caller, around) if place in self.opened[key] and edge.caller not in around else None
            if before is not None:
                yield _lengthened(self.project, edge, before)


def _lengthened(project: SourceProject, edge: Edge, trace: Trace) -> Trace:
    return edge.lengthen(project, trace, converted=edge.converted and (trace.converted or edge.asks))
