"""Recognizes calls and context managers with a Python side effect that no table lists."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.values.bound import method_of
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.kinds import changes


def calls_back(fn: FunctionView) -> bool:
    """Whether the function calls an argument as a statement."""
    return any(is_callback(fn.seen_value(call.func)) for call in fn.alone if isinstance(call.func, ir.Name))


def is_callback(value: Value) -> bool:
    """Whether a callable is an otherwise unknown argument, except a method that changes its object."""
    held = method_of(value, None)
    if held is not None and changes(held.receiver, held.method):
        return False
    known = value.callees or value.name or value.klass or value.cls or value.kind in (Kind.NONE, Kind.MODULE)
    return not known and bool(value.parameter) and value.origin is not Origin.FRESH


def enters_manager(fn: FunctionView) -> bool:
    """Whether the function enters a context manager for which `manages` is true."""
    return "With" in fn.body.kinds and any(
        manages(fn.seen_value(context), fn)
        for statement in walk(fn.body.statements)
        if isinstance(statement, ir.With)
        for context, _ in statement.items
    )


def manages(context: Value, fn: FunctionView) -> bool:
    """Whether a context manager has a Python side effect on the code in its block, or writes something that outlives the call."""
    return effects.manages(context.factory) or _keeps_state(context, fn)


def _keeps_state(value: Value, fn: FunctionView) -> bool:
    """Whether the value is an instance of a project class whose `__enter__` or `__exit__` writes something that outlives the call."""
    if value.cls is None:
        return False
    for method in ("__enter__", "__exit__"):
        key = fn.analysis.classes.method(value.cls, method)
        if key is None or key not in fn.analysis.results or fn.analysis.makes_graph(key):
            continue
        if fn.analysis.results[key].writes:
            return True
    return False
