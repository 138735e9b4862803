"""Counts what a statement does in each call, and tells what the graph run does less often."""

from __future__ import annotations

from collections.abc import Sequence

from tflint_autograph.confirm.compare import times
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.protocol import Observation
from tflint_autograph.confirm.subject import Subject


def told_less(verb: str, eager: Sequence[int], graph: Sequence[int]) -> str:
    """Returns a text if, in some call, the graph run does something less often than the eager run; else empty."""
    fewer = [call for call, (left, right) in enumerate(zip(eager, graph, strict=True)) if left > right]
    if not fewer:
        return ""
    if sum(eager) > sum(graph):
        return f"{verb} {times(sum(eager))} eagerly, {times(sum(graph))} in the graph"
    call = fewer[0]
    return f"{verb} {times(eager[call])} eagerly in call {call}, {times(graph[call])} in the graph"


def uses_less(subject: Subject, pair: Pair, name: str) -> str:
    """Returns a text if the statement uses something of this name less often in the graph run, or in fewer of the calls; else empty.

    How often a call uses it may differ by chance, as the draws for a shuffle do.
    """

    def uses(seen: Observation, call: int) -> int:
        return sum(each.call == call and each.what == name and subject.is_at(each.at) for each in seen.touched)

    text = told_less(f"called `{name}`", *pair.counts(uses))
    eager, graph = pair.counts(lambda seen, call: uses(seen, call) > 0)
    is_in_fewer = not text and sum(graph) < sum(eager) > 1
    return f"called `{name}` in {sum(eager)} calls eagerly, in {sum(graph)} in the graph" if is_in_fewer else text
