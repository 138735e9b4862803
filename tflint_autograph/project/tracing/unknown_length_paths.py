"""Finds call paths to traced functions on which a length is unknown at trace time that is known on other paths."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from typing import TypeAlias

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.trace import Trace
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.tracing.entry_states import CallEdge
from tflint_autograph.project.tracing.unconverted import Edge, Edges, best_first, rank
from tflint_autograph.project.values.body_result import Env

Ways: TypeAlias = Mapping[FunctionKey, Mapping[CallEdge | None, Env]]
"""By function, what each way into it passes: a call in traced code, or None for the roots."""


def unknown_length_traces(
    project: SourceProject, ways: Ways, edges: Edges, traces: Mapping[FunctionKey, Trace], opening: Mapping[FunctionKey, Trace]
) -> dict[FunctionKey, dict[str, Trace]]:
    """Returns, by function and parameter, the trace that passes the parameter a value of unknown length: with the highest confidence, then
    the shortest. `opening` are the traces of roots that leave lengths open.
    """
    opened = {key: {way: _open_names(entry) for way, entry in passed.items()} for key, passed in ways.items()}
    by_function = _by_function(project, opened, edges, traces, opening)
    found: dict[FunctionKey, dict[str, Trace]] = {}
    for key, passing in sorted(opened.items()):
        best = traces.get(key)
        names = frozenset[str]().union(*passing.values()) if best is not None else ()
        for name in sorted(names):
            roots = [opening[key]] if key in opening and name in passing.get(None, ()) else []
            entering = [edge for place, edge in sorted(edges.get(key, {}).items()) if name in passing.get(place, ())]
            before = [(edge, by_function.get(edge.caller) or traces.get(edge.caller)) for edge in entering]
            through = [_lengthened(project, edge, trace) for edge, trace in before if trace is not None]
            if roots or through:
                found.setdefault(key, {})[name] = min((*roots, *through), key=rank)
    return found


def _open_names(entry: Env) -> frozenset[str]:
    return frozenset(name for name, value in entry.items() if value.unknown_axes)


def _by_function(
    project: SourceProject, opened: Mapping[FunctionKey, Mapping[CallEdge | None, frozenset[str]]], edges: Edges,
    traces: Mapping[FunctionKey, Trace], opening: Mapping[FunctionKey, Trace],
) -> dict[FunctionKey, Trace]:  # fmt: skip
    """Returns the best trace of each function that passes any of its parameters a value of unknown length."""
    offers: list[tuple[FunctionKey, Trace]] = []
    callees: defaultdict[FunctionKey, list[tuple[FunctionKey, Edge]]] = defaultdict(list)
    for key, passed in sorted(opened.items()):
        passing = {way for way, names in passed.items() if names}
        if None in passing and key in opening:
            offers.append((key, opening[key]))
        for place, edge in sorted(edges.get(key, {}).items()):
            if place in passing and any(opened.get(edge.caller, {}).values()):
                callees[edge.caller].append((key, edge))
            elif place in passing and edge.caller in traces:
                # The caller is passed none, so that what it passes is lost in it, however it is called.
                offers.append((key, _lengthened(project, edge, traces[edge.caller])))
    return best_first(offers, callees, partial(_lengthened, project), rank)


def _lengthened(project: SourceProject, edge: Edge, trace: Trace) -> Trace:
    return edge.lengthen(project, trace, converted=edge.converted and (trace.converted or edge.asks))
