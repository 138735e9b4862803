"""Tracks which values of a body have the same shape. A shape is represented by the name of a value that has it."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.values import UNKNOWN, Kind
from tflint_autograph.project.bodies.liveness import bound, stored
from tflint_autograph.tfapi.dtypes import BINARY, SHAPED_ALIKE
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function import TracedFunction

_SCALAR = ""
_ALIKE = frozenset(f"tensorflow.{name}" for name in SHAPED_ALIKE | {"cast"})
"""Functions whose result has the shape of their first argument, or of the first two broadcast."""

_JOINS = frozenset(f"tensorflow.{name}" for name in BINARY)
_SHAPES = dict[str, str]


def keeps_shapes(loop: ir.For, names: frozenset[str], fn: TracedFunction) -> bool:
    """Whether each of the names keeps its shape in one iteration of a loop with plain assignments."""
    start: _SHAPES = {}
    _run([each for each in fn.body.statements if each.ordinal < loop.ordinal], start, fn)
    for name in bound(loop):
        start[name] = _SCALAR
    end = dict(start)
    _run([*loop.body], end, fn)
    return all(end.get(name) == start.get(name, name) for name in names)


def _run(statements: list[Statement], shapes: _SHAPES, fn: TracedFunction) -> None:
    """Updates the shapes for some statements; an unclear value gets a new shape."""
    for statement in statements:
        if isinstance(statement, ir.Assign) and statement.value is not None and len(statement.targets) == 1:
            target, found = statement.targets[0], _of(statement.value, shapes, fn)
        elif isinstance(statement, ir.Augment):
            target, found = statement.target, _joined([_of(statement.target, shapes, fn), _of(statement.value, shapes, fn)])
        else:
            shapes.update({name: f"{name}#{statement.ordinal}" for name in bound(statement) | stored((statement,))})
            continue
        own = {name: f"{name}#{statement.ordinal}" for name in bound(statement)}
        shapes.update({target.id: found} if isinstance(target, ir.Name) and found is not None else own)


def _of(expr: Expr, shapes: _SHAPES, fn: TracedFunction) -> str | None:
    """Returns the shape of an expression, `x[]` for a row of `x`; None if unclear."""
    if isinstance(expr, ir.Constant):
        return _SCALAR
    if isinstance(expr, ir.Name):
        is_number = fn.env.get(expr.id, UNKNOWN).kind is Kind.PYTHON
        return _SCALAR if is_number else shapes.get(expr.id, expr.id)
    if isinstance(expr, ir.Operation) and len(expr.operators) == 1:
        return _joined([_of(each, shapes, fn) for each in expr.operands])
    if isinstance(expr, ir.Subscript) and isinstance(expr.value, ir.Name) and fn.env.get(expr.value.id, UNKNOWN).kind is Kind.TENSOR:
        owner = _of(expr.value, shapes, fn)
        one = type(expr.item.value) is int if isinstance(expr.item, ir.Constant) else _of(expr.item, shapes, fn) == _SCALAR
        return f"{owner}[]" if owner and one else None
    return _of_call(expr, shapes, fn) if isinstance(expr, ir.Call) and expr.args else None


def _of_call(expr: ir.Call, shapes: _SHAPES, fn: TracedFunction) -> str | None:
    site = fn.flow.calls.get(expr.at)
    name = canonical(site.func.name) if site is not None else ""
    if name in ("tensorflow.zeros", "tensorflow.ones"):
        return _SCALAR if isinstance(expr.args[0].value, ir.Display) and not expr.args[0].value.items else None
    if name == "tensorflow.constant":
        return _SCALAR if len(expr.args) < 3 and isinstance(expr.args[0].value, ir.Constant) else None
    given = expr.args[: 2 if name in _JOINS else 1]
    return _joined([_of(each.value, shapes, fn) for each in given]) if name in _ALIKE else None


def _joined(found: list[str | None]) -> str | None:
    """Returns the shape of an operation: that of its operands, ignoring scalars; None if they differ."""
    shapes = {each for each in found if each != _SCALAR}
    return shapes.pop() if len(shapes) == 1 else None if shapes else _SCALAR
