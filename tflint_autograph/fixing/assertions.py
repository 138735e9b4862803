"""`assert` statements as operations of the graph. Handles none that Python can decide."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixing.edits import commented
from tflint_autograph.fixing.printing import quoted
from tflint_autograph.fixing.texts import Piece, merged, taken_apart
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.traced.function import TracedFunction
from tflint_autograph.traced.mutations import written
from tflint_autograph.traced.nodes import descendants
from tflint_autograph.traced.spelling import spelled
from tflint_autograph.traced.symbolic import symbolic


def as_operation(node: cst.Assert, fn: TracedFunction) -> Fix | None:
    """`tf.debugging.Assert` in place of the statement, which raises another exception.

    `and`, `or` and `not` become operations only where AutoGraph converts the code around them.
    """
    tf = spelled(fn, "tensorflow")
    logical = any(_is_logical(each) for each in descendants(node.test))
    if tf is None or commented(node) or (logical and not fn.converted):
        return None
    pieces = taken_apart(node.msg, fn) if node.msg is not None else None
    if node.msg is None:
        data = [quoted(written(node.test))]
    elif pieces is None or not all(_is_value(piece, fn) for piece in pieces):
        data = [fn.source(node.msg)]
    else:
        data = [fn.source(piece.node) if piece.node is not None else quoted(piece.text) for piece in merged(pieces)]
    text = f"{tf.name}.debugging.Assert({fn.source(node.test)}, [{', '.join(data)}])"
    return Fix("assert with `tf.debugging.Assert`, on each call", (fn.edit(node, text),), Safety.UNSAFE, tf.imports)


def _is_value(piece: Piece, fn: TracedFunction) -> bool:
    """Whether it is literal text, or a tensor to be shown as it is."""
    return piece.node is None or (piece.plain and not piece.spec and symbolic(fn.value(piece.node)))


def _is_logical(node: cst.CSTNode) -> bool:
    if isinstance(node, cst.UnaryOperation):
        return isinstance(node.operator, cst.Not)
    return isinstance(node, (cst.BooleanOperation, cst.IfExp)) or (
        isinstance(node, cst.Comparison) and len(node.comparisons) > 1
    )
