"""Fixes that turn `assert` statements on tensors into graph operations."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixes.dtypes import dtype_of
from tflint_autograph.fixes.edits import argument, commented
from tflint_autograph.fixes.printing import laid_out, quoted
from tflint_autograph.fixes.texts import FormatPiece, merged, taken_apart
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import symbolic
from tflint_autograph.traced.tree.mutations import written
from tflint_autograph.traced.tree.nodes import descendants
from tflint_autograph.traced.tree.spelling import spelled

_COMPARED = {
    "assert_equal": "equal", "assert_none_equal": "not_equal", "assert_less": "less", "assert_less_equal": "less_equal",
    "assert_greater": "greater", "assert_greater_equal": "greater_equal",
}  # fmt: skip


def as_operation(node: cst.Assert, fn: TracedFunction) -> Fix | None:
    """Returns a fix that replaces the statement by `tf.debugging.Assert`, which raises another exception; else None.

    `and`, `or` and `not` become operations only if AutoGraph converts the code around them.
    """
    tf = spelled(fn, "tensorflow")
    logical = any(_is_logical(each) for each in descendants(node.test))
    if tf is None or commented(node) or (logical and not fn.converted):
        return None
    pieces = taken_apart(node.msg, fn) if node.msg is not None else None
    if node.msg is None:
        data = [quoted(written(node.test))]
    elif pieces is None or not all(_is_value(piece, fn) for piece in pieces):
        data = [fn.source(node.msg)]  # Of a tuple, its elements.
    else:
        data = [argument(piece.node, fn) if piece.node is not None else quoted(piece.text) for piece in merged(pieces)]
    test = argument(node.test, fn)
    if not logical and dtype_of(node.test, fn) != "bool":
        test = f"{tf.name}.cast({test}, {tf.name}.bool)"
    text = laid_out(f"{tf.name}.debugging.Assert", [test, data], node, fn)
    return Fix("assert with `tf.debugging.Assert`, on every call", (fn.edit(node, text),), Safety.UNSAFE, tf.imports)


def as_assertion(call: cst.Call, message: cst.BaseExpression, fn: TracedFunction) -> Fix | None:
    """Returns the fix for `tf.debugging.assert_equal(a, b, message=...)` and the like, whose message must be a Python string; else None."""
    tf, word = spelled(fn, "tensorflow"), _COMPARED.get(fn.called(call).rpartition(".")[2])
    given = [arg.value for arg in call.args if arg.value is not message]
    if tf is None or word is None or len(given) != 2 or len(call.args) != 3 or commented(call):
        return None
    if any(arg.star or (arg.keyword is not None and arg.value is not message) for arg in call.args):
        return None
    pieces = taken_apart(message, fn)
    if pieces is None or not all(piece.plain and not piece.spec for piece in pieces if piece.node is not None):
        return None
    data = [_shown(piece, fn) for piece in merged(pieces)]
    x, y = (argument(each, fn) for each in given)
    holds = f"{tf.name}.reduce_all({tf.name}.{word}({x}, {y}))"
    text = laid_out(f"{tf.name}.debugging.Assert", [holds, data], call, fn)
    return Fix("show the values with `tf.debugging.Assert`", (fn.edit(call, text),), Safety.UNSAFE, tf.imports)


def _shown(piece: FormatPiece, fn: TracedFunction) -> str:
    if piece.node is None:
        return quoted(piece.text)
    source = argument(piece.node, fn)
    return source if symbolic(fn.value(piece.node)) else f"str({source})"


def _is_value(piece: FormatPiece, fn: TracedFunction) -> bool:
    """Whether a piece is literal text, or a tensor without a format."""
    return piece.node is None or (piece.plain and not piece.spec and symbolic(fn.value(piece.node)))


def _is_logical(node: cst.CSTNode) -> bool:
    if isinstance(node, cst.UnaryOperation):
        return isinstance(node.operator, cst.Not)
    return isinstance(node, (cst.BooleanOperation, cst.IfExp)) or (
        isinstance(node, cst.Comparison) and len(node.comparisons) > 1
    )
