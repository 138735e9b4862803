"""Finds the expressions whose truth is tested: conditions, `and`, `or`, `not`, chained comparisons."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.constants import truth_of
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.container_puts import item_in
from tflint_autograph.project.bodies.walks import descendants, expressions, names_in, walk, word_of
from tflint_autograph.project.values.body_result import BodyResult, CallSite
from tflint_autograph.tfapi.dtypes import NUMERIC
from tflint_autograph.traced.graph.dtypes import dtypes
from tflint_autograph.traced.graph.eager_checks import looks_first
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.binding import bindings_of
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.inherited import over_expressions, over_frames
from tflint_autograph.traced.tree.kinds import symbolic
from tflint_autograph.traced.tree.nodes import COMPREHENSIONS
from tflint_autograph.traced.tree.point import EnclosingScope, made_once

CONDITIONS = (cst.If, cst.While, cst.IfExp, cst.MatchCase, cst.BooleanOperation, cst.UnaryOperation, cst.Comparison)
"""The node types that `truths` handles besides comprehensions and `assert`."""

_TESTED = (cst.If, cst.While, cst.IfExp, cst.CompIf, cst.Assert)
_ASKS = frozenset({"isinstance", "is_tensor", "is_symbolic_tensor", "callable", "hasattr", "type"})
_COMPARISONS = frozenset({"<", "<=", ">", ">="})
_ARITHMETIC = frozenset({"+", "-", "/", "//", "%", "**"}) | _COMPARISONS
_NO_NODE: cst.CSTNode | None = None
_DEPTH = 3
"""Maximum depth to which names assigned from names are followed."""


def truths(node: cst.CSTNode, fn: TracedFunction) -> Iterator[cst.BaseExpression]:
    """Yields the expressions tested by a condition, or by an operator that is not part of one."""
    if isinstance(node, _TESTED):
        yield from _operands(node.test, fn, whole=True)
    elif isinstance(node, cst.MatchCase) and node.guard is not None:
        yield from _operands(node.guard, fn, whole=True)
    elif isinstance(node, (cst.BooleanOperation, cst.UnaryOperation, cst.Comparison)) and not _part(node, fn):
        yield from _operands(node, fn, whole=False)


def filters(node: cst.CSTNode, fn: TracedFunction) -> Iterator[cst.BaseExpression]:
    """Yields the conditions in a comprehension. While one is yielded, `fn` evaluates names bound by the clauses."""
    assert isinstance(node, COMPREHENSIONS)
    outside, fn.env = fn.env, fn.bind_comprehension(node.for_in)
    clause: cst.CompFor | None = node.for_in
    while clause is not None:
        for test in clause.ifs:
            yield from truths(test, fn)
        clause = clause.inner_for_in
    fn.env = outside


def tensor_among(nodes: Iterator[cst.BaseExpression], fn: TracedFunction) -> tuple[cst.BaseExpression, Value] | None:
    """Returns the first expression that is a symbolic tensor, with its value, or None."""
    found: tuple[cst.BaseExpression, Value] | None = None
    for node in nodes:
        value = _value(node, fn)
        if found is None and symbolic(value):
            found = node, value
    return found


def sureness(node: cst.BaseExpression, value: Value, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that the truth of this tensor is tested, or None if the code checks its type first.

    Also None for a parameter that serves as a flag: `training` is a Python bool.
    """
    flag = isinstance(node, cst.Name) and value.parameter and value.confidence is Confidence.LOW
    if looks_first(node, fn) or (flag and not dtype(node, fn)):
        return None
    names = names_in(fn.expression(node))
    if _asked_around(fn) & names:
        return None
    # The operands of the outermost operator include those of all inner ones.
    outermost = _outermost_choice(node, fn)
    return None if outermost is not None and _asked(fn.expression(outermost), fn) & names else value.confidence


@over_expressions(start=_NO_NODE)
def _outermost_choice(parent: cst.CSTNode, fn: TracedFunction, outer: cst.CSTNode | None) -> cst.CSTNode | None:
    return outer or (parent if isinstance(parent, (cst.BooleanOperation, cst.IfExp)) else None)


@over_frames(start=frozenset[str]())
def _asked_around(frame: EnclosingScope, fn: TracedFunction, outer: frozenset[str]) -> frozenset[str]:
    """Returns the names whose type or presence is checked by enclosing conditions."""
    return outer | _asked(getattr(frame.statement, "test", None), fn)


def dtype(node: cst.BaseExpression, fn: TracedFunction) -> str:
    """Returns the dtype of a tensor as far as the body shows it; `number` for one that is known not to be boolean."""
    if fn.statement is None:
        return ""
    known = dtypes(fn)
    expr = _counterpart(fn.expression(node), fn.statement, fn)
    value = fn.value(node)
    found = known.of(expr, known.before.get(fn.statement.ordinal, {})) or (value.dtype if value.kind.graph else "")
    if found:
        return found
    if isinstance(expr, ir.Name) and expr.id in {each.name for each in fn.fact.parameters}:
        return "number" if _is_reckoned_with(expr, fn) else ""
    return "number" if _is_number(expr, fn, _DEPTH) else ""


def _is_number(expr: Expr | None, fn: TracedFunction, depth: int) -> bool:
    """Whether an expression can only be a number: arithmetic, a numeric TensorFlow function, or a name with such values."""
    if isinstance(expr, (ir.Operation, ir.Call)):
        site = fn.flow.calls.get(expr.at) if isinstance(expr, ir.Call) else None
        return _gives_number(expr, fn.flow) or _returns_number(site, fn.analysis)
    if isinstance(expr, ir.Subscript) and isinstance(expr.value, ir.Call):
        return _returns_number(fn.flow.calls.get(expr.value.at), fn.analysis, expr.item)
    if not isinstance(expr, ir.Name) or not depth:
        return False
    binding = bindings_of(fn).of(expr.id, fn.body.statements)
    values = [each.value for each in binding if isinstance(each, ir.Assign) and expr in each.targets]
    others = [each for each in binding if not isinstance(each, (ir.Assign, ir.Augment))]
    return bool(values) and not others and all(_is_number(value, fn, depth - 1) for value in values)


def _gives_number(expr: Expr | None, flow: BodyResult) -> bool:
    """Whether an expression is arithmetic, or calls a numeric TensorFlow function."""
    if isinstance(expr, ir.Operation):
        return expr.operators[0] in _ARITHMETIC - _COMPARISONS
    name = flow.called(expr)
    return name.startswith("tensorflow.") and name.rpartition(".")[2] in NUMERIC


def _returns_number(site: CallSite | None, analysis: Analysis, item: Expr | None = None) -> bool:
    """Whether a call is of functions of the project that all return numbers, or dicts with a number under the key `item`."""
    called = [each.key for each in analysis.giving(site.func.callees)] if site is not None else []
    returned = [
        key in analysis.results and _gives_number(item_in(statement.value, item) if item is not None else statement.value, analysis.results[key])
        for key in called
        for statement in walk(analysis.project.body(key).statements)
        if isinstance(statement, ir.Return)
    ]
    return bool(returned) and all(returned)


def _operands(node: cst.BaseExpression, fn: TracedFunction, *, whole: bool) -> Iterator[cst.BaseExpression]:
    """Yields the operands whose truth Python tests in an expression; with `whole`, the expression itself too."""
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
    """Whether an operator is an operand of another one, or of a condition, that tests its truth."""
    parent = next(ancestors(node, fn), None)
    if isinstance(parent, cst.BooleanOperation):
        return True
    if isinstance(parent, cst.UnaryOperation):
        return isinstance(parent.operator, cst.Not)
    return (isinstance(parent, _TESTED) and parent.test is node) or (isinstance(parent, cst.MatchCase) and parent.guard is node)


def _value(node: cst.BaseExpression, fn: TracedFunction) -> Value:
    """Returns the value of a condition; for a loop the value after its body."""
    value, statement = fn.value(node), fn.statement
    if not symbolic(value) and isinstance(statement, ir.While) and _same(fn.expression(node), statement.test, fn):
        return fn.test(statement)
    return value


def _asked(expr: object, fn: TracedFunction) -> frozenset[str]:
    """Returns the names checked by calls such as `isinstance(x, ...)` in an expression."""
    if not isinstance(expr, tuple) or isinstance(expr, At):
        return frozenset()
    known: dict[int, tuple[frozenset[str], object]] = fn.table(_asked)
    if id(expr) not in known:
        known[id(expr)] = _asked_by(expr, fn), expr
    return known[id(expr)][0]


def _asked_by(expr: tuple[object, ...], fn: TracedFunction) -> frozenset[str]:
    if isinstance(expr, ir.Call) and expr.args and word_of(expr.func) in _ASKS:
        return names_in(expr.args[0].value)
    return frozenset().union(*(_asked(part, fn) for part in expr))


def _counterpart(expr: Expr, statement: Statement, fn: TracedFunction) -> Expr:
    """Returns the same expression with its source positions, which identify its calls, or unchanged if it is not found."""
    known: dict[int, dict[int, Expr]] = fn.table(_counterpart)
    if statement.ordinal not in known:
        parts = (part for whole in expressions(statement) for part in descendants(whole))
        table = known[statement.ordinal] = {}
        for part in parts:
            table.setdefault(numbering(fn).of(part), part)
    return known[statement.ordinal].get(numbering(fn).of(expr), expr)


def _same(one: Expr, other: Expr, fn: TracedFunction) -> bool:
    """Whether two expressions have the same text."""
    return numbering(fn).of(one) == numbering(fn).of(other)


def _is_reckoned_with(name: ir.Name, fn: TracedFunction) -> bool:
    """Whether some statement uses a name in a way that only numbers support."""
    known: dict[str, bool] = fn.table(_is_reckoned_with)
    if name.id not in known:
        known[name.id] = any(_reckons(each, name) for each in fn.analysis.written_out(fn.key).statements)
    return known[name.id]


def _reckons(expr: object, name: ir.Name) -> bool:
    """Whether code uses a name in a way that only numbers support. TensorFlow has no arithmetic on booleans."""
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


class Numbering:
    """Numbers expressions, ignoring their positions, so that comparing two takes constant time.

    Expressions are keyed by identity, and kept alive for that.
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], int] = {}
        self._known: dict[int, tuple[int, object]] = {}

    def of(self, expr: object) -> int:
        """Returns the number of an expression, or of any part of one."""
        if not isinstance(expr, tuple):
            return self._number((type(expr), expr))
        known = self._known.get(id(expr))
        if known is None:
            parts = tuple([self.of(part) for part in expr if not isinstance(part, At)])
            known = self._known[id(expr)] = self._number((type(expr), *parts)), expr
        return known[0]

    def _number(self, written: tuple[object, ...]) -> int:
        return self._numbers.setdefault(written, len(self._numbers))


@made_once
def numbering(fn: FunctionView) -> Numbering:
    """Returns the numbering for the expressions of a function."""
    return Numbering()
