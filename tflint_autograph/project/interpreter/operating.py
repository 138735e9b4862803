"""Evaluates operators: by methods of project classes, or by Python's rules for the kinds of the operands."""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.constants import truth_of
from tflint_autograph.model.joins import is_no_tensor, join, join_all
from tflint_autograph.model.values import NO_TENSOR, UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.interpreter import implicit
from tflint_autograph.project.interpreter.narrowing import evaluated_where, narrowed, restored
from tflint_autograph.project.values.arithmetic import combined, identity, methods, negated
from tflint_autograph.project.values.body_result import Unreached

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator

_IDENTITY = frozenset({"is", "is not", "in", "not in"})


def operation(run: Evaluator, node: ir.Operation) -> Value:
    """Returns the result of an operator. Records the statement if it adds an operation to the graph."""
    word = node.operators[0]
    if word in ("and", "or"):
        return _either(run, word, node.operands)
    values = tuple([run.evaluate(operand) for operand in node.operands])
    if word == "not":
        return negated(implicit.asked(run, values[0]))
    if any(value.cls is not None for value in values):
        made = _by_methods(run, word, values)
        if made is not None:
            return made
    if _IDENTITY.issuperset(node.operators) or _asks_for_none(node.operators, values):
        return identity(word, values, traced=run.traced)
    value = combined(word, values)
    if value.kind is Kind.TENSOR:
        run.flow.ops.add(run.index)
    elif value.kind is Kind.UNKNOWN and all(map(is_no_tensor, values)):
        return value._replace(type=NO_TENSOR)
    elif value.kind is Kind.UNKNOWN and any(_may_be_tensor(operand) for operand in values):
        run.flow.conditional_ops.add(run.index)
    return value


def _by_methods(run: Evaluator, word: str, values: tuple[Value, ...]) -> Value | None:
    """Returns the result of an operator on instances of project classes, whose methods run, or None if none do."""
    left, right = methods(word, len(values))
    for method, receiver, given in ((left, values[0], values[1:]), (right, values[-1], values[:-1])):
        if method and receiver.cls is not None and run.scope.attribute(receiver, method, traced=run.traced).callees:
            return implicit.touch(run, receiver, method, run.at, *given)
    return None


def _asks_for_none(operators: tuple[str, ...], values: tuple[Value, ...]) -> bool:
    """Whether a tensor is compared with None, which Python decides: no tensor equals None (`math_ops.tensor_equals`)."""
    return operators in (("==",), ("!=",)) and {value.kind for value in values} == {Kind.TENSOR, Kind.NONE}


def _may_be_tensor(value: Value) -> bool:
    """Whether a value is an argument of the root and otherwise unknown."""
    return value.kind is Kind.UNKNOWN and value.origin is Origin.ARGUMENT


def _is_empty(value: Value) -> bool:
    """Whether a value is a container of which it is known that it has no elements."""
    return value.kind is Kind.CONTAINER and () in (value.items, value.items_by_key)


def _either(run: Evaluator, word: str, operands: tuple[Expr, ...]) -> Value:
    """Evaluates `and` and `or`, each operand with what those in front of it say. Operands after one that decides are not reached."""
    with restored(run):
        return _in_turn(run, word, operands)


def _in_turn(run: Evaluator, word: str, operands: tuple[Expr, ...]) -> Value:
    from_here: list[Value] = []
    value = UNKNOWN
    for number, operand in enumerate(operands):
        if number:
            narrowed(run, operands[number - 1], run.env, holds=word == "and")
        try:
            value = run.evaluate(operand)
        except Unreached:
            if not from_here:
                raise
            break
        if operand is not operands[-1]:
            implicit.asked(run, value)
        truth = False if _is_empty(value) else truth_of(value)
        if truth is None:
            from_here.append(value)
        elif truth is (word == "or"):
            return value if not from_here else join_all((*from_here, value))._replace(const=truth)
    if not from_here:
        return value
    if any(value.kind.graph for value in from_here):
        tensor = next(value for value in from_here if value.kind.graph)
        return Value(Kind.TENSOR, Origin.FRESH, provenance=tensor.provenance, confidence=tensor.confidence)
    return join_all(tuple(from_here))


def conditional(run: Evaluator, node: ir.Conditional) -> Value:
    """Returns the value of `a if test else b`: that of the branch that runs, or the join of both."""
    truth = truth_of(implicit.asked(run, run.evaluate(node.test)))
    if truth is not None:
        return run.evaluate(node.body if truth else node.orelse)
    branches = ((node.body, True), (node.orelse, False))
    values = [run.reached(partial(evaluated_where, run, expr, node.test, holds=holds)) for expr, holds in branches]
    return reduce(join, [value for value in values if value is not None] or [run.unreached()])
