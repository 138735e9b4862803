"""Fixes that cast what was a NumPy array in eager code."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixes.edits import argument, commented
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.spelling import spelled


def as_cast(array: cst.BaseExpression, dtype: str, fn: TracedFunction) -> Fix | None:
    """Returns a fix that writes `tf.cast(array, tf.float32)`, as each eager operation converts it; None if it would lose a comment."""
    tf = spelled(fn, "tensorflow")
    if tf is None or commented(array) or array.lpar:
        return None
    text = f"{tf.name}.cast({argument(array, fn)}, {tf.name}.{dtype})"
    return Fix("cast it to the dtype of the other operand", (fn.edit(array, text),), Safety.UNSAFE, tf.imports)
