"""Fixes of assignments: they assign an ignored result to the name it comes from, or remove annotations of local names."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from tflint_autograph.fixes.edits import before, commented
from tflint_autograph.model.body import At
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.traced.escape.free_variables import reads
from tflint_autograph.traced.tree.function import TracedFunction


def assigned(statement: cst.Expr, node: cst.BaseExpression, fn: TracedFunction, safety: Safety) -> Fix | None:
    """Returns a fix that inserts `name = ` before the statement, if `node` is a local name that is read later or in the next iteration;
    else None.

    An assignment to a variable of an enclosing function would create a new local one.
    """
    if not isinstance(node, cst.Name) or node.value not in fn.body.bound or fn.statement is None:
        return None
    last = fn.statement.ordinal
    if not any(fn.guarded_by("For", "While")) and not any(
        each.ordinal > last and reads(node.value, each) for each in walk(fn.body.statements)
    ):
        return None
    return Fix(f"assign the result to `{node.value}`", (before(statement, f"{node.value} = ", fn),), safety)


def unannotated(assignments: Iterable[cst.AnnAssign], fn: TracedFunction) -> Fix | None:
    """Returns a fix with `y = ...` for `y: tf.Tensor = ...`, or None if one has no value, or more than a type.

    Python never evaluates the annotation of a local name.
    """
    edits = []
    for each in assignments:
        annotation = each.annotation.annotation
        if each.value is None or annotation.lpar or commented(each):
            return None
        target, type_ = fn.place(each.target), fn.place(annotation)
        edits.append(fn.edit(At(target.end_line, target.end_column, type_.end_line, type_.end_column), ""))
    return Fix("leave the annotation out", tuple(edits), Safety.SAFE) if edits else None
