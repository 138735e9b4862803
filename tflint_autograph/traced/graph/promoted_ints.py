"""Finds Python values that AutoGraph converts to tensors: those assigned under a tensor condition, and integers of graph loops."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.bodies.liveness import flat, spelled, stored
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.single import loop_target
from tflint_autograph.project.bodies.walks import last_ordinal, walk
from tflint_autograph.traced.graph.branches import Sort, carried, loop_of
from tflint_autograph.traced.graph.dtypes import clash, dtype_before, dtypes
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import TracedPoint, made_once


def turned_integer(number: cst.BaseExpression, other: cst.BaseExpression, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that `number` becomes an integer tensor and `other` is a tensor of another dtype, or None.

    FACTS loops_python_counter_division, topython_int_mixed_dtype; section loops, "python-number-becomes-tensor".
    """
    if not fn.converted or fn.statement is None:
        return None
    if isinstance(number, cst.Call):
        sure = _cast(number, fn)
    else:
        sure = _counted(number.value, fn) if isinstance(number, cst.Name) else None
    if sure is None:
        return None
    dtype = dtype_before(fn.expression(other), fn.statement.ordinal, fn)
    if dtype or isinstance(other, cst.Call):
        whole = "int64" if isinstance(number, cst.Name) and _numbers_dataset(number.value, fn) else "int32"
        return sure if clash(whole, dtype) and dtype not in ("bool", "int", "str", "string") else None
    tensor = fn.value(other).kind.graph or (isinstance(other, cst.Name) and carried(other.value, fn))
    return Confidence.LOW if tensor else None


def _cast(call: cst.Call, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that a call is `int(tensor)`, or None. An argument of a root may be a tensor or a number."""
    if fn.called(call) != "builtins.int" or len(call.args) != 1:
        return None
    value = fn.value(call.args[0].value)
    if value.kind.graph:
        return value.confidence
    return Confidence.LOW if value.kind is Kind.UNKNOWN and value.parameter and fn.is_root else None


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
            return loop.confidence
    return None


def chosen_by(name: str, fn: TracedFunction) -> Value | None:
    """Returns the tensor condition of the `if` before the current statement that last assigns the name, or None (FACTS
    topython_python_int_turned_tensor, topython_string_compare_python).
    """
    if not fn.converted or fn.statement is None:
        return None
    here = fn.statement.ordinal
    found = None
    for statement in walk(fn.body.statements):
        if statement.ordinal >= here:
            break
        if isinstance(statement, ir.If) and fn.test(statement).kind.graph and last_ordinal(statement) < here:
            if any(_assigns(inner, name) for inner in walk((*statement.body, *statement.orelse))):
                found = statement
        elif _assigns(statement, name) and (found is None or statement.ordinal > last_ordinal(found)):
            found = None
    return fn.test(found) if found is not None else None


def _assigns(statement: Statement, name: str) -> bool:
    targets = statement.targets if isinstance(statement, ir.Assign) else ()
    if isinstance(statement, ir.Augment):
        targets = (statement.target,)
    return ir.Name(name) in flat(targets)
