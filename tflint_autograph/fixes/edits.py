"""The edits most fixes are made of. Knows nothing of TensorFlow."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model.body import At
from tflint_autograph.model.finding import Edit
from tflint_autograph.project.queries.memoize import memoized_per_program
from tflint_autograph.traced.tree.function import TracedFunction

_BRACKETED = (cst.Tuple, cst.GeneratorExp, cst.Yield)


@memoized_per_program(4096)
def commented(node: cst.CSTNode) -> bool:
    """Whether a comment is inside the node: text written in its place would lose it."""
    return isinstance(node, cst.Comment) or any(commented(child) for child in node.children)


def before(node: cst.CSTNode, text: str, fn: TracedFunction) -> Edit:
    """Insert `text` right before a node; brackets around it stay outside."""
    line, column, *_ = fn.place(node)
    return fn.edit(At(line, column, line, column), text)


def operand(node: cst.BaseExpression, fn: TracedFunction) -> str:
    """The source of an expression, in brackets where an operator beside it could take it apart."""
    source = fn.source(node)
    simple = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.Integer, cst.Float, cst.SimpleString)
    return source if isinstance(node, simple) else f"({source})"


def argument(node: cst.BaseExpression, fn: TracedFunction) -> str:
    """The source of an expression as an argument or element; the brackets of a tuple, or around several lines, belong to it."""
    source = fn.source(node)
    return f"({source})" if isinstance(node, _BRACKETED) or (node.lpar and "\n" in source) else source


def lines_of(node: cst.CSTNode, fn: TracedFunction) -> str:
    """The white space a statement's line begins with."""
    at = fn.place(node)
    return fn.source(At(at.line, 1, at.line, at.column))
