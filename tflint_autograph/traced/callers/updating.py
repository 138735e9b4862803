"""Decides whether eager code computes the new value of a Python scalar from its old one."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.project.bodies.changes import mentions, named
from tflint_autograph.project.callsites.caller import ProgramPoint

CASTS = frozenset({"builtins.int", "builtins.float", "builtins.str", "builtins.repr", "builtins.abs", "builtins.round",
                    "builtins.min", "builtins.max", "builtins.sum", "builtins.pow", "builtins.format"})  # fmt: skip
"""Functions that give another Python value for another argument, most of the time."""

TRUTHS = frozenset({"<", "<=", ">", ">=", "==", "!=", "is", "is not", "in", "not in", "not", "and", "or"})
"""Operators that give a truth value."""


def updates(value: Expr, path: str, place: ProgramPoint) -> bool:
    """Whether a value is computed from the old one of a dotted name, within bounds perhaps: `rate * 0.9`, `max(0.1, rate * 0.9)`."""
    if isinstance(value, ir.Operation):
        return value.operators[0] not in TRUTHS and mentions(value, named(path))
    if isinstance(value, ir.Conditional):
        return updates(value.body, path, place) or updates(value.orelse, path, place)
    if not isinstance(value, ir.Call) or not any(isinstance(each.value, (ir.Operation, ir.Call)) for each in value.args):
        return False
    name = place.called(value)
    return (name in CASTS or name.startswith("math.")) and any(updates(each.value, path, place) for each in value.args)
