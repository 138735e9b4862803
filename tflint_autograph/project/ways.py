"""The best way from a root to each traced function. Who calls whom is known before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.trace import Step, Trace
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.conversion import kept_as_root
from tflint_autograph.project.project import Project
from tflint_autograph.project.roots import Root
from tflint_autograph.project.unconverted import Edge, Edges, Unconverted

Found = Mapping[FunctionKey, Sequence[Root]]
"""The roots of each function that has some."""


def best_ways(analysis: Analysis, found: Found, edges: Edges) -> dict[FunctionKey, Trace]:
    """The trace of each function: the surest first, then the shortest, then the first by place."""
    callees: defaultdict[FunctionKey, list[tuple[FunctionKey, Edge]]] = defaultdict(list)
    for callee, calls in sorted(edges.items()):
        for edge in sorted(calls.values(), key=lambda edge: (edge.caller, edge.at)):
            callees[edge.caller].append((callee, edge))
    traces: dict[FunctionKey, Trace] = {}
    for level in reversed(Confidence):
        for key, roots in sorted(found.items()):
            fitting = [root for root in roots if root.confidence is level]
            if key not in traces and fitting:
                root = min(fitting, key=lambda root: (root.path, root.at))
                step = Step(analysis.project.span(root.path, root.at), root.text)
                traces[key] = Trace(root.word, (step,), not _kept(analysis, root), level)
        _spread(analysis.project, traces, callees, level)
    return traces


def _spread(
    project: Project,
    traces: dict[FunctionKey, Trace],
    callees: Mapping[FunctionKey, Sequence[tuple[FunctionKey, Edge]]],
    level: Confidence,
) -> None:
    """Breadth first from what is traced already, along edges no less sure than `level`."""
    layer = sorted(traces, key=lambda key: (len(traces[key].steps), key))
    while layer:
        following = []
        for caller in layer:
            trace = traces[caller]
            for callee, edge in callees.get(caller, ()):
                if callee in traces or edge.confidence < level or trace.confidence < level:
                    continue
                converted = edge.converted and (trace.converted or edge.asks)
                traces[callee] = edge.lengthen(project, trace, converted=converted)
                following.append(callee)
        layer = following


def unconverted_roots(analysis: Analysis, found: Found) -> Iterator[tuple[FunctionKey, Unconverted]]:
    """The roots that are not converted; Keras runs what is a `tf.function` already as that."""
    for key, roots in sorted(found.items()):
        asked = any(root.word == "tf.function" for root in roots)
        for root in roots:
            reason = "" if asked and root.word.startswith("Keras ") else _kept(analysis, root)
            if reason:
                step = Step(analysis.project.span(root.path, root.at), root.text)
                yield key, Unconverted(Trace(root.word, (step,), False, root.confidence), reason)


def _kept(analysis: Analysis, root: Root) -> str:
    """Why AutoGraph does not convert a root; empty where it does."""
    lowered = analysis.project.lowered(root.target.key)
    if root.converted:
        return kept_as_root(analysis, root.target, lowered) if lowered is not None else ""
    if root.word == "tf.function":
        return "`autograph=False` keeps it from being converted"
    return f"{'Keras 3' if root.word.startswith('Keras ') else f'`{root.word}`'} runs it as it is written"
