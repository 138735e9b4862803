"""What the two functions of a `tf.cond` return."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model.values import Value
from tflint_autograph.project.values.dtypes import of_value
from tflint_autograph.tfapi.tracing import selects
from tflint_autograph.traced.graph.dtypes import clash
from tflint_autograph.traced.tree.function import TracedFunction


def results(call: cst.Call, fn: TracedFunction) -> tuple[Value, Value] | None:
    """Returns the results of both functions of a `tf.cond`, or None for another call or if one of them is unknown."""
    name = fn.called(call)
    site = fn.flow.calls.get(fn.place(call)) if name and selects(name) else None
    if site is None:
        return None
    one, other = (_result(site.argument(place, word), fn) for place, word in ((1, "true_fn"), (2, "false_fn")))
    return (one, other) if one is not None and other is not None else None


def clashing(one: Value, other: Value) -> tuple[str, str] | None:
    """Returns the first two dtypes at the same place of two structures that TensorFlow refuses to join, or None."""
    if one.items is not None and other.items is not None:
        pairs = (clashing(left, right) for left, right in zip(one.items, other.items, strict=False))
        return next((pair for pair in pairs if pair is not None), None)
    left, right = of_value(one), of_value(other)
    return (left, right) if clash(left, right) else None


def _result(function: Value | None, fn: TracedFunction) -> Value | None:
    callees = fn.analysis.giving(function.callees) if function is not None else ()
    return fn.analysis.part(callees[0].key, "result") if len(callees) == 1 and not callees[0].wrapper else None
