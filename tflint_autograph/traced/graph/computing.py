"""Decides whether graph operations use the value that a statement binds to a name."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.project.bodies.walks import descendants
from tflint_autograph.traced.tree.function import TracedFunction


def is_computed_with(statement: Statement | None, fn: TracedFunction) -> bool:
    """Whether an operation uses the value a statement assigns to a name, other than in text or as the name of a graph part."""
    names = {target for target in statement.targets if isinstance(target, ir.Name)} if isinstance(statement, ir.Assign) else set()
    return bool(names) and any(names.intersection(_spoken(part, fn)) for part in _taken(fn))


def _taken(fn: TracedFunction) -> Iterator[Expr]:
    """Yields the arguments of operations."""
    for each in fn.every(ir.Operation):
        if fn.seen_value(each).kind.graph:
            yield from each.operands
    for call in fn.every(ir.Call):
        site = fn.flow.calls.get(call.at)
        if fn.seen_value(call).kind.graph or (site is not None and site.func.name.startswith("tensorflow.")):
            yield from (each.value for each in call.args if each.keyword != "name")


def _spoken(part: Expr, fn: TracedFunction) -> Iterator[Expr]:
    """Yields the subexpressions that are not used for text."""
    if isinstance(part, ir.Text) or (isinstance(part, (ir.Operation, ir.Call)) and fn.seen_value(part).type == "builtins.str"):
        return
    if isinstance(part, ir.Subscript):
        yield from _spoken(part.value, fn)
    elif isinstance(part, ir.Operation):
        for each in part.operands:
            yield from _spoken(each, fn)
    elif isinstance(part, ir.Call):
        for argument in part.args:
            yield from _spoken(argument.value, fn)
    else:
        yield from descendants(part)
