"""Recognises code that checks whether it is traced, and walks the nodes around a node."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

import libcst as cst

from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.graph.definitions import meant
from tflint_autograph.traced.graph.scopes import lifted
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.inherited import STATEMENTS, over_expressions, over_frames, parents_in
from tflint_autograph.traced.tree.mutations import brief
from tflint_autograph.traced.tree.nodes import children, descendants
from tflint_autograph.traced.tree.point import EnclosingScope, made_once

LONGEST = 30
"""Maximum length of source code quoted in a message, in characters."""

_MISSES = frozenset({"AttributeError", "NotImplementedError", "Exception", "TypeError"})


def looks_first(node: cst.CSTNode, fn: TracedFunction) -> bool:
    """Whether the code first checks for an eager value: `hasattr(x, "numpy")`, `EagerTensor`, `except AttributeError`.

    Tensors created under `tf.init_scope` are eager, too. Code under `if not tf.is_tensor(x):` serves callers with NumPy arrays, which are
    not traced.
    """
    return _looks_around(fn) or lifted(fn) or _is_chosen_by_asking(node, fn)


@over_frames(start=False)
def _looks_around(frame: EnclosingScope, fn: TracedFunction, around: bool) -> bool:
    part = "" if around or frame.node is None else _looks_in(frame.node, fn)
    return around or (bool(part) and part in ("everywhere", frame.part))


@over_expressions(start=False)
def _is_chosen_by_asking(parent: cst.CSTNode, fn: TracedFunction, around: bool) -> bool:
    return around or (isinstance(parent, cst.IfExp) and _asks(parent.test, fn))


def _looks_in(node: cst.CSTNode, fn: TracedFunction) -> str:
    """Returns in which part of a compound statement the value has been checked to be eager: `everywhere`, a part, or an empty string."""
    if isinstance(node, cst.If):
        if _asks(node.test, fn):
            return "everywhere"
        return next((part for part, holds in (("body", True), ("orelse", False)) if _leaves_arrays(node.test, fn, holds=holds)), "")
    return "body" if isinstance(node, cst.Try) and _caught(node) & _MISSES else ""


def _asks(node: cst.CSTNode, fn: TracedFunction, depth: int = 3) -> bool:
    """Whether a condition contains such a check, directly or through its names."""
    known, key = _asking(fn), (node, depth, fn.statement.ordinal if fn.statement is not None else -1)
    if key not in known:
        below = any(_asks(each, fn, depth) for each in children(node))
        known[key] = below or _asks_for_value(node, fn) or _stands_for_asking(node, fn, depth)
    return known[key]


def _stands_for_asking(node: cst.CSTNode, fn: TracedFunction, depth: int) -> bool:
    part = meant(node, fn) if depth and isinstance(node, cst.Name) else node
    return part is not node and not isinstance(part, cst.Name) and _asks(part, fn, depth - 1)


@made_once
def _asking(fn: TracedFunction) -> dict[tuple[cst.CSTNode, int, int], bool]:
    return {}


def _leaves_arrays(test: cst.BaseExpression, fn: TracedFunction, *, holds: bool) -> bool:
    """Whether a condition that is true (`holds`) or false proves that something is not a tensor but may be a NumPy array."""
    test = meant(test, fn)
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        return _leaves_arrays(test.expression, fn, holds=not holds)
    if isinstance(test, cst.BooleanOperation) and isinstance(test.operator, cst.And) is holds:
        return any(_leaves_arrays(each, fn, holds=holds) for each in (test.left, test.right))
    if not isinstance(test, cst.Call):
        return False
    if fn.called(test) == "builtins.isinstance" and len(test.args) == 2:
        return canonical(fn.value(test.args[1].value).name) == ("numpy.ndarray" if holds else "tensorflow.Tensor")
    return not holds and fn.called(test) == "tensorflow.is_tensor"


def _asks_for_value(node: cst.CSTNode, fn: TracedFunction) -> bool:
    """Whether this is `hasattr(x, "numpy")`, `hasattr(x, "graph")`, the eager tensor type, or its name, `str(type(x))`.

    An eager tensor has no `graph`. Code that examines type names distinguishes the tensors of several libraries.
    """
    if isinstance(node, cst.Call) and fn.called(node) == "builtins.hasattr":
        named = node.args[1].value if len(node.args) > 1 else None
        return isinstance(named, cst.SimpleString) and ("numpy" in named.value or named.raw_value == "graph")
    if isinstance(node, cst.Call) and fn.called(node) == "builtins.str":
        return len(node.args) == 1 and _is_type(node.args[0].value, fn)
    if isinstance(node, cst.Attribute):
        return node.attr.value == "__module__" and _is_type(node.value, fn)
    return isinstance(node, cst.Name) and node.value == "EagerTensor"


def _is_type(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    return isinstance(node, cst.Call) and fn.called(node) == "builtins.type" and len(node.args) == 1


def _caught(node: cst.Try) -> set[str]:
    found = {"Exception"} if any(handler.type is None for handler in node.handlers) else set()
    for handler in node.handlers:
        if handler.type is not None:
            found |= {name.value for name in descendants(handler.type) if isinstance(name, cst.Name)}
    return found


def spoken(node: cst.CSTNode, otherwise: str) -> str:
    """Returns the source of an expression in backticks for a message, or `otherwise` if it is long."""
    text = brief(node, LONGEST)
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
