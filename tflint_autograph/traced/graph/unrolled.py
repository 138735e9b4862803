"""Finds the functions with Python loops that may copy their body into the graph many times."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.values import Kind
from tflint_autograph.project.bodies.walks import spelled, walk
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.kinds import is_graph_loop, passed

_WRAPPERS = frozenset({"builtins.enumerate", "builtins.reversed", "builtins.zip", "builtins.list", "builtins.tuple"})
_APPLYING = frozenset({"builtins.map", "functools.reduce"})
"""Functions of the standard library that call their first argument for each element of the second."""

_RANGES = frozenset({"builtins.range", "numpy.arange"})


def may_unroll(fn: FunctionView) -> bool:
    """Whether the function has a Python loop or comprehension that is not known to be short, or a training loop."""
    if any(_may_be_long(iterable, ordinal, fn) for ordinal, iterable in _comprehended(fn)):
        return True
    loops = (statement for statement in walk(fn.body.statements) if isinstance(statement, (ir.For, ir.While)))
    return any((isinstance(loop, ir.While) or _is_unrolled(loop, fn)) and fn.makes_graph(loop) for loop in loops)


def _comprehended(fn: FunctionView) -> Iterator[tuple[int, Expr]]:
    """Yields the first iterable of each comprehension, and what a function is called for each element of, with the ordinal of its statement."""
    is_applied = not _APPLYING.isdisjoint(fn.called_names)
    for statement in walk(fn.body.statements) if is_applied or any(fn.every(ir.Comprehension)) else ():
        for part in spelled(statement):
            if isinstance(part, ir.Comprehension):
                yield statement.ordinal, part.clauses[0].iterable
            elif is_applied and isinstance(part, ir.Call) and len(part.args) > 1 and fn.seen_value(part.func).name in _APPLYING:
                yield statement.ordinal, part.args[1].value


def _is_unrolled(loop: ir.For, fn: FunctionView) -> bool:
    from tflint_autograph.traced.graph.loop_counts import nested  # few functions have loops of Python

    if is_graph_loop(fn.test(loop)):
        return False
    return fn.trains(loop) or _may_be_long(loop.iterable, loop.ordinal, fn) or (nested(loop, fn) or 0) > fn.unroll_limit


def _may_be_long(iterable: Expr, ordinal: int, fn: FunctionView) -> bool:
    """Whether the code shows that an iterable has many elements, or leaves the number to the caller."""
    from tflint_autograph.traced.graph.element_counts import Counts

    name = canonical(fn.seen_value(iterable.func).name) if isinstance(iterable, ir.Call) else ""
    count = Counts.at(fn, ordinal).of(iterable)
    if isinstance(iterable, ir.Call) and name in _WRAPPERS:
        return all(_may_be_long(argument.value, ordinal, fn) for argument in iterable.args) or (count or 0) > fn.unroll_limit
    value = fn.seen_value(iterable)
    is_open = count is None and (name in _RANGES or (passed(value) and value.kind is Kind.CONTAINER))
    return is_open or (count or len(value.items or ())) > fn.unroll_limit or value.kind is Kind.NUMPY
