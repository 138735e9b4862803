"""Finds the graph conditionals and graph loops of a body, and the variables that AutoGraph passes through them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.values import UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.bodies.liveness import stored
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import of_dataset
from tflint_autograph.traced.tree.point import EnclosingScope


class Sort(Enum):
    """What a loop of traced code becomes."""

    PYTHON = "Python loop"
    TENSOR = "graph loop"
    DATASET = "loop over a dataset"


@record
class GraphLoop:
    """The sort of a loop, the confidence, and the value that decides it."""

    sort: Sort
    confidence: Confidence
    value: Value


def graph_condition(statement: Statement, fn: TracedFunction) -> Confidence | None:
    """Returns the confidence that AutoGraph turns an `if` into a graph conditional, or None if not."""
    test = fn.test(statement)
    return test.confidence if fn.converted and isinstance(statement, ir.If) and test.kind.graph else None


def loop_of(statement: Statement, fn: TracedFunction) -> GraphLoop | None:
    """Returns what a `for` or `while` of converted code becomes, or None if unknown."""
    if not fn.converted or not isinstance(statement, (ir.For, ir.While)):
        return None
    value = fn.test(statement)
    if isinstance(statement, ir.For) and isinstance(statement.iterable, ir.Call):
        value = _of_call(statement.iterable, fn) or value
    if value.kind.graph:
        return GraphLoop(Sort.TENSOR, value.confidence, value)
    if of_dataset(value):
        return GraphLoop(Sort.DATASET, value.confidence, value)
    if value.kind in (Kind.UNKNOWN, Kind.ITERATOR) or (value.kind is Kind.NUMPY and value.origin is Origin.ARGUMENT):
        return None
    return GraphLoop(Sort.PYTHON, value.confidence, value)


def _of_call(call: ir.Call, fn: TracedFunction) -> Value | None:
    """Returns the argument that decides for `range(n)`, `enumerate(x)` or `zip(x, y)`: one that is not a Python value (FACTS loops)."""
    site = fn.flow.calls.get(call.at)
    if site is None or canonical(site.func.name) not in ("builtins.range", "builtins.enumerate", "builtins.zip"):
        return None
    wanted = (Kind.TENSOR, Kind.VARIABLE) if canonical(site.func.name) == "builtins.range" else (Kind.DATASET,)
    found = [value for _, value in site.args if value.kind in wanted]
    unsure = [value for _, value in site.args if value.kind is Kind.UNKNOWN]
    return next(iter(found or unsure), None)


def carried(name: str, fn: TracedFunction) -> bool:
    """Whether a graph loop before or around the statement assigns the name."""
    assert fn.statement is not None
    for statement in walk(fn.body.statements):
        loop = loop_of(statement, fn)
        if loop is not None and loop.sort is not Sort.PYTHON and statement.ordinal < fn.statement.ordinal:
            assert isinstance(statement, (ir.For, ir.While))
            if name in stored(statement.body):
                return True
    return False


def bindings(node: cst.CSTNode) -> Iterator[tuple[str, cst.Name]]:
    """Yields the plain names that a statement binds, each with its node."""
    if isinstance(node, cst.Assign):
        for target in node.targets:
            yield from _names(target.target)
    elif isinstance(node, (cst.AnnAssign, cst.AugAssign, cst.For)):
        yield from _names(node.target) if getattr(node, "value", True) is not None else ()


def _names(target: cst.BaseExpression) -> Iterator[tuple[str, cst.Name]]:
    if isinstance(target, cst.Name):
        yield target.value, target
    elif isinstance(target, (cst.Tuple, cst.List)):
        for element in target.elements:
            yield from _names(element.value)


def assigned_members(node: cst.Assign) -> Iterator[cst.BaseExpression]:
    """Yields the attributes and items that an assignment sets."""
    for target in (each.target for each in node.targets):
        parts = [each.value for each in target.elements] if isinstance(target, (cst.Tuple, cst.List)) else [target]
        yield from (each for each in parts if isinstance(each, (cst.Attribute, cst.Subscript)))


def part_of(frame: EnclosingScope) -> tuple[Statement, ...]:
    """Returns the block of a frame that contains the current node."""
    block: tuple[Statement, ...] = getattr(frame.statement, frame.part, ())
    return block


def other_part(frame: EnclosingScope) -> tuple[Statement, ...]:
    """Returns the other branch of an `if` around the node."""
    assert isinstance(frame.statement, ir.If)
    return frame.statement.orelse if frame.part == "body" else frame.statement.body


def assigned_to(name: str, statement: Statement) -> Expr | None:
    """Returns the expression that an assignment binds to the plain name, or None."""
    if not isinstance(statement, ir.Assign) or statement.value is None:
        return None
    for target in statement.targets:
        if target == ir.Name(name):
            return statement.value
        if isinstance(target, ir.Display) and isinstance(statement.value, ir.Display) and ir.Name(name) in target.items:
            place = target.items.index(ir.Name(name))
            return statement.value.items[place] if len(statement.value.items) == len(target.items) else None
    return None


def known_before(name: str, statement: Statement, fn: TracedFunction) -> Value:
    """Returns the value of a name before a statement."""
    return fn.flow.states.get(statement.ordinal, {}).get(name, UNKNOWN)


def exits(loop: Statement, fn: TracedFunction) -> Iterator[tuple[Statement, Value]]:
    """Yields the `break` and `return` statements that leave a loop under a tensor condition, each with that condition."""
    assert isinstance(loop, (ir.For, ir.While))
    yield from _exits(loop.body, None, fn, inner=False)


def _exits(
    statements: tuple[Statement, ...], test: Value | None, fn: TracedFunction, *, inner: bool
) -> Iterator[tuple[Statement, Value]]:
    for statement in statements:
        if statement.ordinal not in fn.flow.states:
            return
        leaves = isinstance(statement, ir.Return) or (isinstance(statement, ir.Jump) and statement.word == "break" and not inner)
        if leaves and test is not None:
            yield statement, test
        decides = fn.test(statement) if isinstance(statement, ir.If) and fn.test(statement).kind.graph else test
        nested = inner or isinstance(statement, (ir.For, ir.While))
        loop = loop_of(statement, fn)
        if loop is not None and loop.sort is not Sort.PYTHON:
            continue
        for block in blocks(statement):
            yield from _exits(block, decides, fn, inner=nested)
