"""Fixes that remove annotations of local names."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from tflint_autograph.fixes.edits import commented
from tflint_autograph.model.body import At
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.traced.tree.function import TracedFunction


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
