"""The dtype of a node, as a word or as code, where the body shows it."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixes.edits import argument, commented
from tflint_autograph.model import body as ir
from tflint_autograph.model import dtypes
from tflint_autograph.model.body import At, Body, Expr, Statement
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.project.bodies.walks import spelled_in, walk
from tflint_autograph.project.queries.memoize import FEW, memoised_by_body
from tflint_autograph.project.values.dtypes import combined
from tflint_autograph.tfapi.dtypes import FLOATING, KEEP, LIKE
from tflint_autograph.traced.graph.dtypes import dtypes_for_any_caller
from tflint_autograph.traced.tree.expressions import sign
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.spelling import spelled

FLOATS = dtypes.FLOATS - {"float"}
INTEGERS = dtypes.INTEGERS - {"int"}
"""Words for the dtypes of tensors of floats and of integers."""

CASTS = {"builtins.float": "float32", "builtins.int": "int32"}
"""Functions that AutoGraph converts when they are called with a tensor, with the dtype of the result."""


def dtype_of(node: cst.BaseExpression, fn: TracedFunction) -> str:
    """Returns the dtype of a tensor as far as the body shows it, or an empty string for a Python value."""
    dtype = _word(node, fn)
    return "" if dtypes.plain(dtype) else dtype


def dtype_code(node: cst.BaseExpression, fn: TracedFunction, tf: str) -> str:
    """Returns code for the dtype of a tensor: `tf.float64`, or `x.dtype` for a name defined here; else empty."""
    known = dtype_of(node, fn)
    if known and known not in ("floating", "integer"):
        return f"{tf}.{known}"
    if isinstance(node, cst.Name):
        return f"{node.value}.dtype" if node.value in fn.env and fn.env[node.value].kind.graph else ""
    if isinstance(node, cst.Attribute):
        return f"{fn.source(node)}.dtype" if fn.value(node).kind.graph else ""
    if isinstance(node, cst.BinaryOperation):
        return dtype_code(node.left, fn, tf) or dtype_code(node.right, fn, tf)
    if isinstance(node, cst.UnaryOperation):
        return dtype_code(node.expression, fn, tf)
    if isinstance(node, cst.Subscript):
        return dtype_code(node.value, fn, tf)
    called = fn.called(node).rpartition(".")[2] if isinstance(node, cst.Call) and node.args else ""
    if isinstance(node, cst.Call) and called in KEEP | FLOATING and (len(node.args) == 1 or called not in LIKE):
        return dtype_code(node.args[0].value, fn, tf)
    return ""


def _word(node: cst.BaseExpression, fn: TracedFunction) -> str:
    if isinstance(node, cst.BinaryOperation):
        return combined(sign(node.operator), _word(node.left, fn), _word(node.right, fn))
    at = fn.place(node)
    statement = _around(at, fn)
    if statement is None:
        return ""
    expr = _calls_by_place(fn.body).get(at) if isinstance(node, cst.Call) else fn.expression(node)
    known = dtypes_for_any_caller(fn)
    return known.of(expr, known.before.get(statement.ordinal, {})) if expr is not None else ""


def _around(at: At, fn: TracedFunction) -> Statement | None:
    """Returns the innermost statement around a position."""
    found = None
    for statement in walk(fn.body.statements):
        own = statement.at
        if (own.line, own.column) <= at[:2] and at[2:] <= (own.end_line, own.end_column):
            found = statement
    return found or (fn.body.statements[0] if fn.fact.is_lambda else None)


@memoised_by_body(FEW)
def _calls_by_place(body: Body) -> dict[At, Expr]:
    """Maps positions to the calls of a body."""
    return {part.at: part for part in spelled_in(body.statements) if isinstance(part, ir.Call)}


def as_cast(array: cst.BaseExpression, dtype: str, fn: TracedFunction) -> Fix | None:
    """Returns a fix that writes `tf.cast(array, tf.float32)`, as each eager operation converts it; None if it would lose a comment."""
    tf = spelled(fn, "tensorflow")
    if tf is None or commented(array) or array.lpar:
        return None
    text = f"{tf.name}.cast({argument(array, fn)}, {tf.name}.{dtype})"
    return Fix("cast it to the dtype of the other operand", (fn.edit(array, text),), Safety.UNSAFE, tf.imports)
