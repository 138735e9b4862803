"""Detects functions whose author warns whoever runs them in a graph: `if not tf.executing_eagerly(): warnings.warn(...)`."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.constants import truth_of
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.escape.deliberate import asks_for_mode
from tflint_autograph.traced.tree.point import TracedPoint, on_every_path

WARNED = "the code before it warns that it has to run eagerly"

_SEVERE = frozenset({"warn", "warning", "error", "critical"})
"""Functions of `warnings` and `logging`, by the last part of their names, that say more than how far a program is."""


@on_every_path
def is_warned_of(fn: TracedPoint) -> bool:
    """Whether the function has warned of a graph before the current statement, in a condition of its own that holds in graphs alone."""
    here = fn.statement.ordinal if fn.statement is not None else 0
    earlier = (each for each in fn.body.statements if isinstance(each, ir.If) and each.ordinal < here)
    return any(asks_for_mode(each.test, fn) and truth_of(fn.test(each)) is True and _only_warns(each.body, fn) for each in earlier)


def _only_warns(block: tuple[Statement, ...], fn: TracedPoint) -> bool:
    return bool(block) and all(isinstance(each, ir.Evaluate) and isinstance(each.value, ir.Call) and _warns(each.value, fn) for each in block)


def _warns(call: ir.Call, fn: TracedPoint) -> bool:
    name = fn.flow.called(call)
    return effects.logs(name) and name.rpartition(".")[2] in _SEVERE
