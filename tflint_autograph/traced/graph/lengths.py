"""Finds static shapes and lengths that are None at trace time, and code that handles that."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.values import Value
from tflint_autograph.project.bodies.single import assigned_to, only_assignment
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import has_open_length, is_whole
from tflint_autograph.traced.tree.nodes import descendants
from tflint_autograph.traced.tree.point import made_once

_ASKING = frozenset({"is_fully_defined", "dimension_value", "assert_is_fully_defined", "is_compatible_with"})


def looked_at(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether the function tests somewhere that this length, or the shape it belongs to, is known."""
    asked, length = _asked(fn), fn.expression(node)
    if length in asked or any(part.value in asked for part in _parts(length) if isinstance(part, ir.Subscript)):
        return True
    return any(length == part.value for each in asked for part in _parts(each))


def measured(node: cst.BaseExpression, fn: TracedFunction) -> Value | None:
    """Returns the tensor of unknown length whose `len` an expression is, or from which Python's whole numbers make it: `len(x) - 1`."""
    return _measured(fn.expression(node), fn.statement.ordinal, fn, _DEEPEST) if fn.statement is not None else None


_DEEPEST = 6
"""Maximum depth to which names and operands are followed."""

_WHOLE = frozenset({"+", "-", "*", "//", "%", "**"})


def _measured(expr: Expr, ordinal: int, fn: TracedFunction, depth: int) -> Value | None:
    if isinstance(expr, ir.Name):
        given = only_assignment(fn.body, expr.id) if depth else None
        if given is None or given.value is None or given.ordinal >= ordinal:
            return None
        return _measured(given.value, given.ordinal, fn, depth - 1)
    if isinstance(expr, ir.Operation) and _WHOLE.issuperset(expr.operators):
        found = [_measured(each, ordinal, fn, depth - 1) if depth else None for each in expr.operands]
        are_whole = all(of is not None or is_whole(fn.value_at(each, ordinal)) for each, of in zip(expr.operands, found, strict=True))
        return next(filter(None, found), None) if are_whole else None
    if not isinstance(expr, ir.Call) or len(expr.args) != 1 or fn.value_at(expr.func, ordinal).name != "builtins.len":
        return None
    value = fn.value_at(expr.args[0].value, ordinal)
    return value if has_open_length(value) else None


def stands_for_list(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether a name stands for the list that `as_list` makes of a shape, of which the call of that says what is not known."""
    expr, ordinal = fn.expression(node), fn.statement.ordinal if fn.statement is not None else 0
    given = assigned_to(expr.id, fn.body, ordinal) if isinstance(expr, ir.Name) else None
    return isinstance(given, ir.Call) and isinstance(given.func, ir.Attribute) and given.func.attr == "as_list"


def _parts(expr: Expr) -> Iterator[ir.Attribute | ir.Subscript]:
    """Yields an expression and what it reads an attribute or item of, as far as these are attributes and items themselves."""
    while isinstance(expr, (ir.Attribute, ir.Subscript)):
        yield expr
        expr = expr.value


@made_once
def _asked(fn: TracedFunction) -> frozenset[Expr]:
    """Returns everything that is compared with None or tested for being known, and its aliases."""
    found: set[Expr] = set()
    given = []
    for node in descendants(fn.node):
        if isinstance(node, cst.Comparison):
            found.update(_compared(node, fn))
        elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in _ASKING:
            found.update(fn.expression(each) for each in (node.func.value, *(arg.value for arg in node.args)))
        elif isinstance(node, (cst.If, cst.IfExp)) and _takes_what_it_asks(node, fn):
            found.add(fn.expression(node.test))
        elif isinstance(node, cst.Assign) and isinstance(node.value, cst.Subscript):
            given.append(node)
    names = [fn.expression(target.target) for node in given if fn.expression(node.value) in found for target in node.targets]
    return frozenset([*found, *names])


def _takes_what_it_asks(node: cst.If | cst.IfExp, fn: TracedFunction) -> bool:
    """Whether a length is used only if it is known: `if x.shape[0]: n = x.shape[0]`, `n if n else ...`."""
    if not isinstance(node.test, (cst.Name, cst.Subscript)):
        return False
    kind, asked = type(node.test), fn.expression(node.test)
    return any(type(each) is kind and fn.expression(each) == asked for each in descendants(node.body))


def _compared(node: cst.Comparison, fn: TracedFunction) -> list[Expr]:
    sides = [fn.expression(side) for side in (node.left, *(part.comparator for part in node.comparisons))]
    return sides if ir.Constant(None) in sides else []
