"""Results that are dropped, assigned to the name they come from. Knows no function by name."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixes.edits import before
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.traced.escape.free_variables import reads
from tflint_autograph.traced.tree.function import TracedFunction


def assigned(statement: cst.Expr, node: cst.BaseExpression, fn: TracedFunction, safety: Safety) -> Fix | None:
    """`name = ` before the statement, where `node` is a name of the function that it reads later, or in the next iteration.

    For the name of another function's variable an assignment would make a new one.
    """
    if not isinstance(node, cst.Name) or node.value not in _own(fn) or fn.statement is None:
        return None
    last = fn.statement.ordinal
    if not any(fn.guarded_by("For", "While")) and not any(
        each.ordinal > last and reads(node.value, each) for each in walk(fn.body.statements)
    ):
        return None
    return Fix(f"assign the result to `{node.value}`", (before(statement, f"{node.value} = ", fn),), safety)


def _own(fn: TracedFunction) -> frozenset[str]:
    shared = {name for name, _ in fn.body.shared}
    return (fn.body.bound | {each.name for each in fn.fact.parameters}) - shared
