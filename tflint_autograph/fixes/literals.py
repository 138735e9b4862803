"""Fixes that write an integer literal as a float, where it joins a float in another branch or iteration."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixes.dtypes import FLOATS, dtype_code, dtype_of
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.project.bodies.liveness import stored
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.nodes import descendants
from tflint_autograph.traced.tree.spelling import spelled

_EXACT = 2**24
"""The largest integer up to which all are exact in float32."""


def float_of(node: cst.BaseExpression | None) -> str:
    """Returns the literal with a decimal point: `0.0` for `0`; empty for anything but a decimal integer."""
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        inner = float_of(node.expression)
        return f"-{inner}" if inner else ""
    if not isinstance(node, cst.Integer) or not node.value.isdecimal() or int(node.value) > _EXACT:
        return ""
    return f"{node.value}.0"


def value_of(statement: Statement, fn: TracedFunction) -> cst.BaseExpression | None:
    """Returns the node of what a statement assigns to one name, or returns; else None."""
    if not isinstance(statement, ir.Return) and (not isinstance(statement, ir.Assign) or len(statement.targets) != 1):
        return None
    for node in descendants(fn.node):
        if isinstance(node, (cst.Assign, cst.Return)) and fn.place(node) == statement.at:
            return node.value
    return None


def in_float(node: cst.BaseExpression, dtype: str, beside: cst.BaseExpression | None, fn: TracedFunction) -> Fix:
    """Returns a fix that writes the literal as a float. A suggestion only if the dtype of the other value is unknown."""
    text = float_of(node)
    if dtype == "float32" and beside is not None and dtype_of(beside, fn) != dtype:
        dtype = "floating"  # The callers that are seen pass float32, others may not.
    tensor = as_constant(node, beside, fn) if dtype == "floating" and beside is not None else None
    return tensor or Fix(f"write `{text}`", (fn.edit(node, text),), Safety.DISPLAY if dtype == "floating" else Safety.UNSAFE)


def as_constant(node: cst.BaseExpression, beside: cst.BaseExpression, fn: TracedFunction) -> Fix | None:
    """Returns a fix that writes the literal as a tensor with the dtype of another expression, or None if that is not always known."""
    tf = spelled(fn, "tensorflow")
    code = dtype_code(beside, fn, tf.name) if tf is not None else ""
    if tf is None or not code:
        return None
    if code.removeprefix(f"{tf.name}.") not in FLOATS and code.removesuffix(".dtype") not in _kept(fn):
        return None
    text = f"{tf.name}.constant({fn.source(node)}, {code})"
    return Fix(f"write `{text}`", (fn.edit(node, text),), Safety.UNSAFE, tf.imports)


def _kept(fn: TracedFunction) -> frozenset[str]:
    """Returns the parameters that the function never rebinds."""
    shared = {name for name, _ in fn.body.shared}
    return frozenset(each.name for each in fn.fact.parameters) - stored(fn.body.statements) - shared
