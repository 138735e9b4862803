"""Finds call paths to traced functions on which a length is unknown at trace time that is known on other paths."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Mapping
from itertools import count
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
    found: dict[FunctionKey, Trace] = {}
    waiting: list[tuple[int, int, int, FunctionKey, Trace]] = []
    number = count()

    def offer(key: FunctionKey, trace: Trace) -> None:
        heapq.heappush(waiting, (-trace.confidence.rank, len(trace.steps), next(number), key, trace))

    callees: defaultdict[FunctionKey, list[tuple[FunctionKey, Edge]]] = defaultdict(list)
    for key, passing in sorted(opened.items()):
        best = traces.get(key)
        if None in passing and best is not None and len(best.steps) == 1:
            offer(key, best)
        for place, edge in sorted(edges.get(key, {}).items()):
            if place in passing and opened.get(edge.caller):
                callees[edge.caller].append((key, edge))
            elif place in passing and edge.caller in traces:
                # The caller is passed none, so that what it passes is lost in it, however it is called.
                offer(key, _lengthened(project, edge, traces[edge.caller]))
    while waiting:
        *_, key, trace = heapq.heappop(waiting)
        if key not in found:
            found[key] = trace
            for callee, edge in callees[key]:
                offer(callee, _lengthened(project, edge, trace))
    return {key: trace for key, trace in sorted(found.items()) if key in traces and trace.steps != traces[key].steps}


def _lengthened(project: SourceProject, edge: Edge, trace: Trace) -> Trace:
    return edge.lengthen(project, trace, converted=edge.converted and (trace.converted or edge.asks))
