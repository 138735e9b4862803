"""Recognises draws for another framework: by what the code does where Python decides otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.point import TracedPoint, on_every_path


@on_every_path
def is_for_others(fn: TracedPoint) -> bool:
    """Whether code that runs instead of the current statement, as Python decides, draws with TensorFlow."""
    draws = {site.index for site in fn.flow.calls.values() if canonical(site.func.name).startswith(_OPERATIONS)}
    return bool(draws) and fn.statement is not None and any(each.ordinal in draws for each in walk(tuple(_instead(fn.statement.ordinal, fn))))


_OPERATIONS = "tensorflow.random."


def _instead(ordinal: int, fn: TracedPoint) -> Iterator[Statement]:
    """Yields what runs instead of a statement: the other branch of each `if` around it, and that of an earlier `if` that returns."""
    for holder in order(fn.body).holders(ordinal):
        for each in holder.block:
            if each.ordinal < ordinal and isinstance(each, ir.If) and isinstance(each.body[-1], ir.Return) and not fn.test(each).kind.graph:
                yield from each.body
        around = holder.statement
        if isinstance(around, ir.If) and not fn.test(around).kind.graph:
            yield from around.orelse if holder.block is around.body else around.body
        ordinal = around.ordinal if around is not None else ordinal
