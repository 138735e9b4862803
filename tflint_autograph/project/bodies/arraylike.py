"""What code does with a name that of all values only a tensor or an array survives. Does not ask which of the two."""

from __future__ import annotations

from collections.abc import Iterable

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.project.bodies.changes import mentions
from tflint_autograph.project.bodies.statements_mentioning import naming
from tflint_autograph.project.bodies.walks import expressions, walk

_ARRAYS_ONLY = frozenset({"shape", "dtype", "ndim", "get_shape", "set_shape"})
_RECKONING = frozenset({"-", "/", "//", "%", "**", "@", "<", "<=", ">", ">="})
"""Operators that lists have not, or only for other lists; `*` and `+` they have."""
_ITERATING = frozenset({"enumerate", "iter", "list", "max", "min", "reversed", "set", "sorted", "sum", "tuple", "zip"})


def is_arraylike(body: Body, name: str) -> bool:
    """Whether the body does with the name what no list, flag or Python scalar would survive.

    It asks for a shape or slices dimensions; or it iterates the name, which rules out a number, and reckons with it as
    a whole, which rules out a list. A name that is bound again may be for something else by then.
    """
    statements = naming(body, name)
    if name in _assigned(statements):
        return False
    me = ir.Name(name)
    whole = tuple(expr for statement in statements for expr in expressions(statement))
    if mentions(whole, lambda part: _shaped(part, me)):
        return True
    iterated = any(_taken_apart(statement, me) for statement in statements) or mentions(whole, lambda part: _iterated(part, me))
    if not iterated:
        return False
    stored = (each for each in walk(body.statements) if isinstance(each, ir.Assign) and _is_float(each.value))
    floats = frozenset(_assigned(stored))
    return mentions(whole, lambda part: _reckoned(part, me, floats))


def _assigned(statements: Iterable[Statement]) -> set[str]:
    bound = (target for each in statements if isinstance(each, ir.Assign) for target in each.targets)
    return {target.id for target in bound if isinstance(target, ir.Name)}


def _shaped(expr: object, me: ir.Name) -> bool:
    """`x.shape`, `x[:, 0]`, `x[..., 0]`."""
    if isinstance(expr, ir.Attribute):
        return expr.value == me and expr.attr in _ARRAYS_ONLY
    if not isinstance(expr, ir.Subscript) or expr.value != me or not isinstance(expr.item, ir.Display):
        return False
    return any(isinstance(item, ir.Slice) or item == ir.Constant(...) for item in expr.item.items)


def _taken_apart(statement: Statement, me: ir.Name) -> bool:
    """`for row in x`, `a, b = x`."""
    if isinstance(statement, ir.For):
        return statement.iterable == me
    if not isinstance(statement, ir.Assign) or statement.value != me:
        return False
    return any(isinstance(target, ir.Display) for target in statement.targets)


def _iterated(expr: object, me: ir.Name) -> bool:
    if isinstance(expr, ir.Clause):
        return expr.iterable == me
    if isinstance(expr, ir.Starred):
        return expr.value == me
    if not isinstance(expr, ir.Call) or not isinstance(expr.func, ir.Name) or expr.func.id not in _ITERATING:
        return False
    return any(argument.value == me for argument in expr.args)


def _reckoned(expr: object, me: ir.Name, floats: frozenset[str]) -> bool:
    """Whether this is an operation with the whole of it that lists have not; `floats` are names of numbers."""
    if not isinstance(expr, ir.Operation) or me not in expr.operands:
        return False
    others = [operand for operand in expr.operands if operand != me]
    if expr.operators[0] in _RECKONING:
        return not any(isinstance(other, ir.Display) for other in others)
    return expr.operators[0] == "*" and any(_is_float(each) or (isinstance(each, ir.Name) and each.id in floats) for each in others)


def _is_float(expr: Expr | None) -> bool:
    return isinstance(expr, ir.Constant) and isinstance(expr.value, float)
