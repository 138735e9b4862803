"""Common edits. Independent of TensorFlow."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model.body import At
from tflint_autograph.model.finding import Edit
from tflint_autograph.project.queries.memoize import memoised
from tflint_autograph.traced.tree.function import TracedFunction

_BRACKETED = (cst.Tuple, cst.GeneratorExp, cst.Yield)


@memoised(4096)
def commented(node: cst.CSTNode) -> bool:
    """Whether a comment is inside the node, which a replacement would lose."""
    return isinstance(node, cst.Comment) or any(commented(child) for child in node.children)


def before(node: cst.CSTNode, text: str, fn: TracedFunction) -> Edit:
    """Returns an edit that inserts `text` before a node, inside its parentheses."""
    line, column, *_ = fn.place(node)
    return fn.edit(At(line, column, line, column), text)


def operand(node: cst.BaseExpression, fn: TracedFunction) -> str:
    """Returns the source of an expression, in parentheses if an adjacent operator could change its meaning."""
    source = fn.source(node)
    simple = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.Integer, cst.Float, cst.SimpleString)
    return source if isinstance(node, simple) else f"({source})"


def argument(node: cst.BaseExpression, fn: TracedFunction) -> str:
    """Returns the source of an expression as an argument or element, with the parentheses of a tuple or of several lines."""
    source = fn.source(node)
    return f"({source})" if isinstance(node, _BRACKETED) or (node.lpar and "\n" in source) else source


def lines_of(node: cst.CSTNode, fn: TracedFunction) -> str:
    """Returns the indentation of a statement."""
    at = fn.place(node)
    return fn.source(At(at.line, 1, at.line, at.column))
