"""Where code takes the truth of a value: conditions, `and`, `or`, `not`, chained comparisons. Judges nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Value, truth_of
from tflint_autograph.project.bodies.walks import expressions, inside, walk
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.graph.dtypes import dtypes
from tflint_autograph.traced.graph.symbolic import ancestors, around, looks_first
from tflint_autograph.traced.tree.binding import bindings_of
from tflint_autograph.traced.tree.expressions import lower
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import symbolic

COMPREHENSIONS = (cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)
CONDITIONS = (cst.If, cst.While, cst.IfExp, cst.MatchCase, cst.BooleanOperation, cst.UnaryOperation, cst.Comparison)
"""The node types `truths` understands besides comprehensions and `assert`."""

_TESTED = (cst.If, cst.While, cst.IfExp, cst.CompIf, cst.Assert)
_ASKS = frozenset({"isinstance", "is_tensor", "is_symbolic_tensor", "callable", "hasattr", "type"})
_COMPARISONS = frozenset({"<", "<=", ">", ">="})
_ARITHMETIC = frozenset({"+", "-", "/", "//", "%", "**"}) | _COMPARISONS
_NUMBERS = frozenset(
    f"tensorflow.{prefix}{name}"
    for prefix in ("", "math.")
    for name in ("reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod", "add", "subtract", "divide", "add_n",
                 "argmax", "argmin", "count_nonzero", "matmul", "tensordot", "norm", "size", "rank", "square", "pow")
)  # fmt: skip
_DEPTH = 3
"""Names given to names are followed this far."""


def truths(node: cst.CSTNode, fn: TracedFunction) -> Iterator[cst.BaseExpression]:
    """The expressions whose truth is taken by a condition, or by an operator that is not part of one."""
    if isinstance(node, _TESTED):
        yield from _operands(node.test, fn, whole=True)
    elif isinstance(node, cst.MatchCase) and node.guard is not None:
        yield from _operands(node.guard, fn, whole=True)
    elif isinstance(node, (cst.BooleanOperation, cst.UnaryOperation, cst.Comparison)) and not _part(node, fn):
        yield from _operands(node, fn, whole=False)


def filters(node: cst.CSTNode, fn: TracedFunction) -> Iterator[cst.BaseExpression]:
    """The conditions behind the `for` of a comprehension; while one is out, `fn` answers for what the clauses bind."""
    assert isinstance(node, COMPREHENSIONS)
    outside, fn.env = fn.env, fn.bind_comprehension(node.for_in)
    clause: cst.CompFor | None = node.for_in
    while clause is not None:
        for test in clause.ifs:
            yield from truths(test, fn)
        clause = clause.inner_for_in
    fn.env = outside


def tensor_among(nodes: Iterator[cst.BaseExpression], fn: TracedFunction) -> tuple[cst.BaseExpression, Value] | None:
    """The first of the expressions that is a tensor of the graph, with its value."""
    found: tuple[cst.BaseExpression, Value] | None = None
    for node in nodes:
        value = _value(node, fn)
        if found is None and symbolic(value):
            found = node, value
    return found


def sureness(node: cst.BaseExpression, value: Value, fn: TracedFunction) -> Confidence | None:
    """How sure it is that the truth of this tensor is taken; None where the code asks first what it is.

    None too for a parameter of which nothing is known and which serves as a flag: `training` is a bool of Python.
    """
    flag = isinstance(node, cst.Name) and value.parameter and value.confidence is Confidence.LOW
    if looks_first(node, fn) or (flag and not dtype(node, fn)):
        return None
    names = set(_names(lower(node)))
    if any(asked & names for asked in _asked_around(fn)):
        return None
    choices = (each for each in around(node, fn) if isinstance(each, (cst.BooleanOperation, cst.IfExp)))
    return None if any(_asked(lower(each)) & names for each in choices) else value.confidence


def _asked_around(fn: TracedFunction) -> list[set[str]]:
    """The names that the conditions around the node ask about, of each condition that does; each is read once."""
    known = _ASKED.setdefault(fn, {})
    found = []
    for frame in fn.frames:
        names = known.get(frame.statement.ordinal)
        if names is None:
            names = known[frame.statement.ordinal] = _asked(getattr(frame.statement, "test", None))
        if names:
            found.append(names)
    return found


_ASKED: WeakKeyDictionary[TracedFunction, dict[int, set[str]]] = WeakKeyDictionary()


def dtype(node: cst.BaseExpression, fn: TracedFunction) -> str:
    """The dtype of a tensor as far as the body shows it; `number` for one that is known to be no bool."""
    if fn.statement is None:
        return ""
    known = dtypes(fn)
    expr = _counterpart(lower(node), fn.statement)
    found = known.of(expr, known.before.get(fn.statement.ordinal, {}))
    if found:
        return found
    if isinstance(expr, ir.Name) and expr.id in {each.name for each in fn.fact.parameters}:
        return "number" if any(_reckons(each, expr) for each in walk(fn.body.statements)) else ""
    return "number" if _is_number(expr, fn, _DEPTH) else ""


def _is_number(expr: Expr | None, fn: TracedFunction, depth: int) -> bool:
    """Whether an expression can only give a number: arithmetic, or what TensorFlow reckons; a name, by all its values."""
    if isinstance(expr, ir.Operation):
        return expr.operators[0] in _ARITHMETIC - _COMPARISONS
    if isinstance(expr, ir.Call):
        site = fn.flow.calls.get(expr.at)
        return site is not None and canonical(site.func.name) in _NUMBERS
    if not isinstance(expr, ir.Name) or not depth:
        return False
    binding = bindings_of(fn).of(expr.id, fn.body.statements)
    values = [each.value for each in binding if isinstance(each, ir.Assign) and expr in each.targets]
    others = [each for each in binding if not isinstance(each, (ir.Assign, ir.Augment))]
    return bool(values) and not others and all(_is_number(value, fn, depth - 1) for value in values)


def _operands(node: cst.BaseExpression, fn: TracedFunction, *, whole: bool) -> Iterator[cst.BaseExpression]:
    """What Python asks for its truth in an expression; the expression itself too where its `whole` truth counts."""
    if isinstance(node, cst.BooleanOperation):
        yield from _operands(node.left, fn, whole=True)
        truth = truth_of(fn.value(node.left))
        if truth is None or truth is isinstance(node.operator, cst.And):
            yield from _operands(node.right, fn, whole=whole)
    elif isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
        yield from _operands(node.expression, fn, whole=True)
    elif whole or (isinstance(node, cst.Comparison) and len(node.comparisons) > 1):
        yield node


def _part(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether an operator is an operand of another one, or a condition, that asks for the truth around it."""
    parent = next(ancestors(node, fn), None)
    if isinstance(parent, cst.BooleanOperation):
        return True
    if isinstance(parent, cst.UnaryOperation):
        return isinstance(parent.operator, cst.Not)
    return (isinstance(parent, _TESTED) and parent.test is node) or (isinstance(parent, cst.MatchCase) and parent.guard is node)


def _value(node: cst.BaseExpression, fn: TracedFunction) -> Value:
    """The value of a condition; that of a loop as its body leaves it."""
    value, statement = fn.value(node), fn.statement
    if not symbolic(value) and isinstance(statement, ir.While) and lower(node) == _bare(statement.test):
        return fn.test(statement)
    return value


def _names(expr: object) -> Iterator[str]:
    if isinstance(expr, ir.Name):
        yield expr.id
    elif isinstance(expr, tuple):
        for part in expr:
            yield from _names(part)


def _asked(expr: object) -> set[str]:
    """The names that calls such as `isinstance(x, ...)` in an expression ask about."""
    if not isinstance(expr, tuple):
        return set()
    if isinstance(expr, ir.Call) and expr.args:
        word = expr.func.attr if isinstance(expr.func, ir.Attribute) else getattr(expr.func, "id", "")
        if word in _ASKS:
            return set(_names(expr.args[0].value))
    return set().union(*(_asked(part) for part in expr))


def _counterpart(expr: Expr, statement: Statement) -> Expr:
    """The same expression with its places, by which the calls in it are known; as it is where it is not found."""
    parts = (part for whole in expressions(statement) for part in inside(whole))
    return next((part for part in parts if _bare(part) == expr), expr)


def _bare(expr: object) -> object:
    """An expression with its places taken out, as `lower` makes them."""
    if isinstance(expr, At):
        return At(0, 0, 0, 0)
    if isinstance(expr, tuple):
        parts: list[Any] = [_bare(part) for part in expr]
        return type(expr)(*parts) if hasattr(expr, "_fields") else tuple(parts)
    return expr


def _reckons(expr: object, name: ir.Name) -> bool:
    """Whether code does with a name what only numbers allow: TensorFlow has no arithmetic of bools."""
    if not isinstance(expr, tuple):
        return False
    if isinstance(expr, ir.Augment) and expr.target == name and expr.operator in _ARITHMETIC:
        return True
    if isinstance(expr, ir.Operation) and name in expr.operands:
        others = [operand for operand in expr.operands if operand != name]
        numbers = any(isinstance(each, ir.Constant) and type(each.value) in (int, float) for each in others)
        word = expr.operators[0]
        if word in _ARITHMETIC or (numbers and word in ("*", "or", "==", "!=")):
            return True
    return any(_reckons(part, name) for part in expr)
