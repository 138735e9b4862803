"""Spells nodes for messages, and walks the nodes around a node."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

import libcst as cst

from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.inherited import STATEMENTS, parents_in
from tflint_autograph.traced.tree.mutations import brief

LONGEST = 30
"""Maximum length of source code quoted in a message, in characters."""


def spoken(node: cst.CSTNode, otherwise: str) -> str:
    """Returns the source of an expression in backticks for a message, without parentheses around it, or `otherwise` if it is long."""
    text = brief(node, LONGEST)
    if text is not None and isinstance(node, (cst.BinaryOperation, cst.BooleanOperation, cst.Comparison, cst.UnaryOperation)):
        text = text[len(node.lpar) : len(text) - len(node.rpar)]
    return otherwise if text is None else f"`{text}`"


def inlined(node: cst.CSTNode, otherwise: str = "...") -> str:
    """Returns the source of an expression for use inside other quoted code, or `otherwise` if it is long."""
    text = brief(node, LONGEST)
    return otherwise if text is None else text


def inlined_operand(node: cst.CSTNode, otherwise: str = "...") -> str:
    """Like `inlined`, in parentheses if a following operator, index or attribute could change its meaning."""
    text = inlined(node, otherwise)
    return text if isinstance(node, _WHOLE) or text == otherwise else f"({text})"


_WHOLE = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.List, cst.BaseNumber, cst.BaseString)


def ancestors(node: cst.CSTNode, fn: TracedFunction) -> Iterator[cst.CSTNode]:
    """Yields the nodes around a node of the function, innermost first."""
    parents = parents_in(fn.node)
    parent = parents.get(id(node))
    while parent is not None:
        yield parent
        parent = parents.get(id(parent))


def around(node: cst.CSTNode, fn: TracedFunction) -> Iterator[cst.CSTNode]:
    """Yields the expressions around a node, innermost first, up to its statement."""
    return takewhile(lambda each: not isinstance(each, STATEMENTS), ancestors(node, fn))
