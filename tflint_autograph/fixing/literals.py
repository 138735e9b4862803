"""Whole numbers as floats, where a float is what they meet in another branch or round."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.nodes import descendants

_EXACT = 2**24
"""Whole numbers up to this one are the same as float32."""


def float_of(node: cst.BaseExpression | None) -> str:
    """The literal with a decimal point: `0.0` for `0`; empty for anything but a decimal whole number."""
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        inner = float_of(node.expression)
        return f"-{inner}" if inner else ""
    if not isinstance(node, cst.Integer) or not node.value.isdecimal() or int(node.value) > _EXACT:
        return ""
    return f"{node.value}.0"


def value_of(statement: Statement, fn: TracedFunction) -> cst.BaseExpression | None:
    """The node of what a statement assigns to one name."""
    if not isinstance(statement, ir.Assign) or len(statement.targets) != 1:
        return None
    for node in descendants(fn.node):
        if isinstance(node, cst.Assign) and fn.place(node) == statement.at:
            return node.value
    return None


def as_float(node: cst.BaseExpression, safety: Safety, fn: TracedFunction) -> Fix:
    """The literal as a float, which the other branch or the next round gives."""
    text = float_of(node)
    return Fix(f"write `{text}`", (fn.edit(node, text),), safety)
