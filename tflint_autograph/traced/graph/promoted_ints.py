"""Finds Python values that AutoGraph converts to tensors: those assigned under a tensor condition, and integers of graph loops."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.bodies.liveness import flat, spelled, stored
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.single import given_to, loop_target, only_assignment
from tflint_autograph.project.bodies.walks import last_ordinal, walk
from tflint_autograph.traced.graph.branches import Sort, carried, loop_of
from tflint_autograph.traced.graph.dtypes import clash, dtype_before, dtypes
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import TracedPoint, made_once


class Turned(NamedTuple):
    """A number of Python that is a tensor of this dtype in the graph, with the confidence that it is and meets another dtype.

    `other` is the dtype that it meets, or an empty string where it is not known.
    """

    dtype: str
    confidence: Confidence
    other: str = ""


def turned_number(number: cst.BaseExpression, other: cst.BaseExpression, fn: TracedFunction) -> Turned | None:
    """Returns what `number` becomes in the graph, where `other` is of another dtype, or None.

    FACTS loops_python_counter_division, topython_int_mixed_dtype; section loops, "python-number-becomes-tensor".
    """
    if not fn.converted or fn.statement is None:
        return None
    ordinal, expr = fn.statement.ordinal, fn.expression(other)
    found = _cast(number, fn) if isinstance(number, cst.Call) else _turned(fn.expression(number), ordinal, fn, _DEEPEST)
    if found is None:
        return None
    dtype = dtype_before(expr, ordinal, fn)
    if dtype == "float" and "float" in found.dtype:
        # A Python float takes the dtype of a tensor of floats, unless it becomes a tensor as well.
        same = _turned(expr, ordinal, fn, _DEEPEST)
        dtype = same.dtype if same is not None else found.dtype
    if dtype == "floating" and found.dtype == "float64":
        # Floats are float32 if nothing says otherwise.
        return found._replace(confidence=min(found.confidence, Confidence.MEDIUM), other=dtype)
    if dtype or isinstance(other, cst.Call):
        return found._replace(other=dtype) if clash(found.dtype, dtype) and dtype not in ("bool", "int", "str", "string") else None
    if found.dtype == "float32":
        return None
    tensor = fn.value(other).kind.graph or (isinstance(other, cst.Name) and carried(other.value, fn))
    return found._replace(confidence=Confidence.LOW) if tensor else None


_DEEPEST = 4
"""Maximum depth to which names and operands are followed."""

_COMPUTING = frozenset({"+", "-", "*", "/", "//", "%", "**"})


def _turned(expr: Expr, ordinal: int, fn: TracedFunction, depth: int) -> Turned | None:
    """Returns what a name, or what is computed from one and numbers, becomes in the graph; None if Python computes it."""
    if isinstance(expr, ir.Name):
        found = _of_name(expr.id, ordinal, fn)
        given = only_assignment(fn.body, expr.id) if found is None and depth else None
        is_before = given is not None and given.value is not None and given.ordinal < ordinal and not isinstance(given.value, ir.Name)
        return _turned(given.value, given.ordinal, fn, depth - 1) if given is not None and given.value is not None and is_before else found
    if not isinstance(expr, ir.Operation) or not depth or len(expr.operands) != 2 or not _COMPUTING.issuperset(expr.operators):
        return None
    known = dtypes(fn).before.get(ordinal, {})
    parts = [_turned(each, ordinal, fn, depth - 1) for each in expr.operands]
    others = [dtypes(fn).of(each, known) for each, part in zip(expr.operands, parts, strict=True) if part is None]
    tensors = [each for each in parts if each is not None]
    is_whole = all("int" in each.dtype for each in tensors)
    if not tensors or any(each != "int" and (each != "float" or is_whole) for each in others) or len({each.dtype for each in tensors}) > 1:
        return None
    return tensors[0]._replace(dtype="float64") if is_whole and expr.operators == ("/",) else tensors[0]


def _of_name(name: str, ordinal: int, fn: TracedFunction) -> Turned | None:
    """Returns what the number in a name becomes: a graph loop counts it, or a tensor condition chooses it."""
    counted = _counted(name, fn)
    if counted is not None:
        return Turned("int64" if _numbers_dataset(name, fn) else "int32", counted)
    word = dtypes(fn).before.get(ordinal, {}).get(name)
    condition = chosen_by(name, fn, ordinal) if word in ("int", "float") else None
    return Turned("int32" if word == "int" else "float32", condition.confidence) if condition is not None else None


def _cast(call: cst.Call, fn: TracedFunction) -> Turned | None:
    """Returns the tensor that `int(tensor)` is, or None for another call. An argument of a root may be a tensor or a number."""
    if fn.called(call) != "builtins.int" or len(call.args) != 1:
        return None
    value = fn.value(call.args[0].value)
    if value.kind.graph:
        return Turned("int32", value.confidence)
    return Turned("int32", Confidence.LOW) if value.kind is Kind.UNKNOWN and value.parameter and fn.is_root else None


def _numbers_dataset(name: str, fn: TracedFunction) -> bool:
    """Whether a loop over a dataset numbers its elements by a name: `for i, x in enumerate(dataset)`."""
    loops = (each.statement for each in fn.frames if isinstance(each.statement, ir.For))
    found = next((each for each in loops if name in spelled((loop_target(each),))), None)
    loop = loop_of(found, fn) if found is not None else None
    return loop is not None and loop.sort is Sort.DATASET


@made_once
def _never_bound(fn: TracedPoint) -> frozenset[str]:
    """Returns the parameters that the function does not bind again."""
    return frozenset(fn.fact.given - stored(fn.body.statements))


def _counted(name: str, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that a graph loop turns the Python integer in a name into a tensor, here or where the only call passes it; else None."""
    passed = fn.only_call() if name in _never_bound(fn) else None
    if passed is not None:
        caller, ordinal, given = passed
        outer, number = TracedFunction(fn.analysis, caller, fn.trace), given.get(name)
        outer.statement = order(outer.body).statements.get(ordinal)
        # `s = add(s, v)` is said of the name.
        is_plain = isinstance(number, ir.Name) and outer.statement is not None and not _assigns(outer.statement, number.id)
        return _counted(number.id, outer) if isinstance(number, ir.Name) and is_plain else None
    here = fn.statement.ordinal if fn.statement is not None else 0
    if dtypes(fn).before.get(here, {}).get(name) != "int":
        return None
    for statement in walk(fn.body.statements):
        loop = loop_of(statement, fn)
        if loop is None or loop.sort is Sort.PYTHON or statement.ordinal >= here:
            continue
        if isinstance(statement, ir.For) and name in spelled((loop_target(statement),)):
            return loop.confidence if here <= last_ordinal(statement) else None
        if isinstance(statement, (ir.For, ir.While)) and name in stored(statement.body):
            # What gives it another dtype is reported, and changed, first.
            return loop.confidence if not clash("int", dtypes(fn).end.get((statement.ordinal, "body"), {}).get(name, "")) else None
    return None


def chosen_by(name: str, fn: TracedFunction, ordinal: int) -> Value | None:
    """Returns the tensor condition, of an `if` or a conditional expression, that has chosen the value of a name before a statement, or None
    (FACTS topython_python_int_turned_tensor, topython_string_compare_python).
    """
    found: tuple[int, Value] | None = None
    for statement in walk(fn.body.statements) if fn.converted else ():
        if statement.ordinal >= ordinal:
            break
        if isinstance(statement, ir.If) and fn.test(statement).kind.graph and last_ordinal(statement) < ordinal:
            if any(_assigns(inner, name) for inner in walk((*statement.body, *statement.orelse))):
                found = last_ordinal(statement), fn.test(statement)
        elif _assigns(statement, name) and (found is None or statement.ordinal > found[0]):
            given = given_to(name, statement)
            test = fn.value_at(given.test, statement.ordinal) if isinstance(given, ir.Conditional) else None
            found = (statement.ordinal, test) if test is not None and test.kind.graph else None
    return found[1] if found is not None else None


def _assigns(statement: Statement, name: str) -> bool:
    targets = statement.targets if isinstance(statement, ir.Assign) else ()
    if isinstance(statement, ir.Augment):
        targets = (statement.target,)
    return ir.Name(name) in flat(targets)
