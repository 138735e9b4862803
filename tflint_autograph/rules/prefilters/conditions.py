"""Prefilters by the conditions and loops of a function."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.constants import range_length
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.bodies.walks import descendants, spelled, walk
from tflint_autograph.project.tracing.conversion import turned_off
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.kinds import is_graph_loop, of_dataset, passed, symbolic

_LOOPS = frozenset({"For", "AsyncFor", "While"})
_WRAPPERS = frozenset({"builtins.enumerate", "builtins.reversed", "builtins.zip", "builtins.list", "builtins.tuple"})
_RANGES = frozenset({"builtins.range", "builtins.enumerate", "builtins.zip"})
_CASTS = frozenset({"builtins.int", "builtins.float", "builtins.len", "builtins.range"})


def stays_python(fn: FunctionView) -> bool:
    """Whether a tensor decides in unconverted code, or in a comprehension."""
    return takes_truth(fn) if fn.unconverted is not None else any(map(symbolic, _filters(fn)))


def is_unconverted(fn: FunctionView) -> bool:
    """Whether the function's text disables its conversion and it has tensor control flow, or it is a root and a generator."""
    if fn.body.generator and fn.is_root and len(fn.trace.steps) == 1:
        return True
    if fn.unconverted is None or fn.unconverted.reason != turned_off(fn.analysis, fn.key):
        return False
    return takes_truth(fn) or has_graph_flow(fn) or bool(_CASTS & fn.called_names)


def takes_truth(fn: FunctionView) -> bool:
    """Whether the truth of a tensor is tested."""
    return any(map(symbolic, fn.tests)) or any(map(symbolic, _truths(fn)))


def _truths(fn: FunctionView) -> Iterator[Value]:
    """Yields the values whose truth may be tested in expressions and statements."""
    for expr, value in fn.seen.get(ir.Operation, ()):
        assert isinstance(expr, ir.Operation)
        if expr.operators[0] in ("and", "or", "not"):
            yield from (fn.seen_value(operand) for operand in expr.operands)
        elif len(expr.operators) > 1:
            yield value
    yield from (fn.seen_value(expr.test) for expr in fn.every(ir.Conditional))
    yield from _filters(fn)
    for statement in walk(fn.body.statements):
        if isinstance(statement, (ir.If, ir.While, ir.Assert)):
            yield fn.seen_value(statement.test)
        elif isinstance(statement, ir.Match):
            yield from (fn.seen_value(case.guard) for case in statement.cases if case.guard is not None)


def _filters(fn: FunctionView) -> Iterator[Value]:
    """Yields the values of the conditions of comprehensions, subexpressions included."""
    for expr in fn.every(ir.Comprehension):
        for clause in expr.clauses:
            yield from map(fn.seen_value, descendants(clause.conditions))


def has_graph_flow(fn: FunctionView) -> bool:
    """Whether the function has a graph conditional or graph loop."""
    return any(map(_in_graph, fn.tests)) or any(
        _in_graph(value) for site in fn.calls if canonical(site.func.name) in _RANGES for _, value in site.args
    )


def _in_graph(value: Value) -> bool:
    return value.kind.graph or of_dataset(value)


def ends_loop(fn: FunctionView) -> bool:
    """Whether a tensor may end a Python loop, or become part of its condition."""
    if "While" in fn.body.kinds and any(value.kind.graph for value in fn.values()):
        return True
    return bool(_LOOPS & fn.body.kinds) and has_graph_flow(fn)


def changes_in_loop(fn: FunctionView) -> bool:
    """Whether the function has a graph loop, or uses a number computed from a tensor in arithmetic."""
    return (bool(_LOOPS & fn.body.kinds) and has_graph_flow(fn)) or (
        fn.converted
        and "builtins.int" in fn.called_names
        and any(
            isinstance(operand, ir.Call) and len(operand.args) == 1 and fn.seen_value(operand.func).name == "builtins.int"
            for expr in fn.every(ir.Operation)
            for operand in expr.operands
        )
    )


def has_graph_choice(fn: FunctionView) -> bool:
    """Whether a tensor selects, in a statement or an expression."""
    return has_graph_flow(fn) or any(fn.seen_value(expr.test).kind.graph for expr in fn.every(ir.Conditional))


def raises_by_tensor(fn: FunctionView) -> bool:
    """Whether the function raises or asserts, and a tensor decides something."""
    return bool({"Raise", "Assert"} & fn.body.kinds) and fn.converted and any(value.kind.graph for value in fn.tests)


def loses_exceptions(fn: FunctionView) -> bool:
    """Whether the function raises what AutoGraph cannot re-create, or catches what the running graph raises."""
    if "Raise" in fn.body.kinds and fn.converted and any(
        is_lost_error(fn.seen_value(value), fn)
        for statement in walk(fn.body.statements)
        if isinstance(statement, ir.Raise)
        for value in statement.values
    ):
        return True
    return bool({"Try", "TryStar"} & fn.body.kinds) and any(
        isinstance(statement, ir.Try) and _catches_graph(statement, fn) and fn.makes_graph(statement)
        for statement in walk(fn.body.statements)
    )


def is_lost_error(raised: Value, fn: FunctionView) -> bool:
    """Whether the value is a project exception that AutoGraph does not re-create with the original location.

    It does for a class with the constructor of `Exception` itself, which even `ValueError` does not have, and for some built-in ones
    (tensorflow.python.autograph.pyct.error_utils).
    """
    if raised.cls is None:
        return False
    if fn.analysis.classes.method(raised.cls, "__init__") is not None:
        return True
    bases = fn.analysis.classes.external(raised.cls)
    return bool(bases) and all(each.startswith("builtins.") for each in bases) and bases[0] not in _MADE_ANEW


_MADE_ANEW = frozenset({"builtins.Exception", "builtins.BaseException"})


def _catches_graph(statement: ir.Try, fn: FunctionView) -> bool:
    """Whether an `except` names a TensorFlow error."""
    caught = [handler.type for handler in statement.handlers if handler.type is not None]
    types = [each for expr in caught for each in (expr.items if isinstance(expr, ir.Display) else (expr,))]
    return any(is_graph_error(canonical(fn.value_at(each, statement.ordinal).name)) for each in types)


def is_graph_error(name: str) -> bool:
    """Whether an exception is raised by a running graph."""
    return name.startswith("tensorflow.errors.")


def asserts(fn: FunctionView) -> bool:
    """Whether the function asserts something about a tensor."""
    return "Assert" in fn.body.kinds and any(
        symbolic(fn.seen_value(part))
        for statement in walk(fn.body.statements)
        if isinstance(statement, ir.Assert)
        for part in _asked(statement.test)
    )


def _asked(expr: Expr) -> Iterator[Expr]:
    """Yields the expressions whose truth a condition tests."""
    if isinstance(expr, ir.Operation) and expr.operators[0] in ("and", "or", "not"):
        for operand in expr.operands:
            yield from _asked(operand)
    else:
        yield expr


def unrolls(fn: FunctionView) -> bool:
    """Whether the function has a Python loop or comprehension that may put its body into the graph many times."""
    ranges = (_range_of(expr, fn) for expr in fn.every(ir.Comprehension))
    if any(call is not None and _is_long_range(call, fn) for call in ranges) or _comprehends(fn):
        return True
    return bool(_LOOPS & fn.body.kinds) and any(
        ((isinstance(statement, ir.While) and _is_bounded(statement, fn)) or (isinstance(statement, ir.For) and _may_be_long(statement, fn)))
        and fn.makes_graph(statement)
        for statement in walk(fn.body.statements)
    )


def _comprehends(fn: FunctionView) -> bool:
    """Whether a comprehension iterates something that is known to have many elements."""
    if not any(fn.every(ir.Comprehension)):
        return False
    parts = ((each.ordinal, part) for each in walk(fn.body.statements) for part in spelled(each))
    return any(_is_many(fn, at, part.clauses[0].iterable) for at, part in parts if isinstance(part, ir.Comprehension))


def _is_many(fn: FunctionView, ordinal: int, iterable: Expr) -> bool:
    """Whether the code shows that the iterated expression has many elements."""
    from tflint_autograph.traced.graph.element_counts import Counts  # few functions have loops of Python

    return (Counts.at(fn, ordinal).of(iterable) or 0) > fn.unroll_limit


def _runs_often(loop: ir.For | ir.While, fn: FunctionView) -> bool:
    """Whether the code shows that a loop has many iterations, together with nested loops."""
    from tflint_autograph.traced.graph.element_counts import counted, nested

    return ((counted(loop, fn) if isinstance(loop, ir.While) else nested(loop, fn)) or 0) > fn.unroll_limit


def _range_of(comprehension: ir.Comprehension, fn: FunctionView) -> ir.Call | None:
    """Returns the `range` call that a comprehension iterates, or None."""
    iterable = comprehension.clauses[0].iterable
    return iterable if isinstance(iterable, ir.Call) and fn.seen_value(iterable.func).name == "builtins.range" else None


def _is_bounded(loop: ir.While, fn: FunctionView) -> bool:
    """Whether the condition compares an argument of the caller, or a number that the loop counts."""
    if _runs_often(loop, fn):
        return True
    sides = loop.test.operands if isinstance(loop.test, ir.Operation) else ()
    return any(passed(fn.seen_value(side)) for side in sides)


def _may_be_long(loop: ir.For, fn: FunctionView) -> bool:
    """Whether a loop may have many iterations, or trains in each: over an argument, an array, a call, or many elements."""
    return not is_graph_loop(fn.test(loop)) and (
        _is_long(loop.iterable, fn) or fn.trains(loop) or _is_many(fn, loop.ordinal, loop.iterable) or _runs_often(loop, fn)
    )


def _is_long(iterable: Expr, fn: FunctionView) -> bool:
    """Whether nothing shows that a loop over the expression has few iterations."""
    if isinstance(iterable, ir.Call):
        name = canonical(fn.seen_value(iterable.func).name)
        if name in ("builtins.range", "numpy.arange"):
            return _is_long_range(iterable, fn)
        if name in _WRAPPERS:
            return all(_is_long(argument.value, fn) for argument in iterable.args)
    value = fn.seen_value(iterable)
    given = passed(value) and value.kind is Kind.CONTAINER and fn.parameter_is_list(value.parameter)
    return (value.items is not None and len(value.items) > fn.unroll_limit) or value.kind is Kind.NUMPY or given


def _is_long_range(call: ir.Call, fn: FunctionView) -> bool:
    """Whether the end of a range is a large number, an argument, a length or an item of a shape."""
    length = range_length([fn.seen_value(argument.value).const for argument in call.args])
    if length is not None:
        return length > fn.unroll_limit
    stop = call.args[0 if len(call.args) == 1 else 1].value if call.args else None
    return isinstance(stop, (ir.Call, ir.Subscript)) or (stop is not None and passed(fn.seen_value(stop)))
