"""Infers from its use in a body that a name must be a tensor or an array. Does not tell which of the two."""

from __future__ import annotations

from collections.abc import Iterable

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.project.bodies.changes import mentions
from tflint_autograph.project.bodies.walks import expressions, naming, walk

_ARRAYS_ONLY = frozenset({"shape", "dtype", "ndim", "get_shape", "set_shape"})
_RECKONING = frozenset({"-", "/", "//", "%", "**", "@", "<", "<=", ">", ">="})
"""Operators that lists do not support, or support only with other lists. Lists support `*` and `+`."""
_ITERATING = frozenset({"enumerate", "iter", "list", "max", "min", "reversed", "set", "sorted", "sum", "tuple", "zip"})


def is_arraylike(body: Body, name: str) -> bool:
    """Whether the body uses the name in a way that only a tensor or array supports.

    The body reads its shape, slices its dimensions, or both iterates it and uses it as a whole in arithmetic. A name that is bound again
    does not count, since it may then be something else.
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
    """Whether this is an arithmetic operation on the whole value that a list does not support. `floats` are the names of numbers."""
    if not isinstance(expr, ir.Operation) or me not in expr.operands:
        return False
    others = [operand for operand in expr.operands if operand != me]
    if expr.operators[0] in _RECKONING:
        return not any(isinstance(other, ir.Display) for other in others)
    return expr.operators[0] == "*" and any(_is_float(each) or (isinstance(each, ir.Name) and each.id in floats) for each in others)


def _is_float(expr: Expr | None) -> bool:
    return isinstance(expr, ir.Constant) and isinstance(expr.value, float)
