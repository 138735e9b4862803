"""Finds the expressions that are tensors only in code that AutoGraph converts. Elsewhere their values stay those of Python."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.project.bodies.walks import descendants
from tflint_autograph.traced.tree.binding import bindings_of
from tflint_autograph.traced.tree.function import TracedFunction

_OWN_SCOPE = (ir.Comprehension, ir.Lambda)
"""Expressions that bind names of their own."""

_PARTS = (ir.Operation, ir.Argument)
"""What is a tensor because its parts are, and what is no expression."""


def is_tensor_by_conversion(expr: Expr, fn: TracedFunction) -> bool:
    """Whether a tensor at the current node is one only because AutoGraph makes it one.

    That are what a tensor condition chooses of Python values, and the index of a loop over a `range` (FACTS
    topython_python_int_turned_tensor).
    """
    return fn.statement is not None and _is_made(expr, fn.statement.ordinal, fn, frozenset())


def _is_made(expr: Expr, ordinal: int, fn: TracedFunction, seen: frozenset[str]) -> bool:
    """Whether an expression is a tensor by conversion alone. A name in `seen` is one if the rest of what is bound to it is."""
    inner = list(descendants(expr))
    if any(isinstance(each, _OWN_SCOPE) for each in inner):
        return False
    tensors = [each for each in inner if not isinstance(each, _PARTS) and fn.value_at(each, ordinal).kind.graph]
    return bool(tensors) and all(isinstance(each, ir.Name) and _is_made_name(each, fn, seen) for each in tensors)


def _is_made_name(name: ir.Name, fn: TracedFunction, seen: frozenset[str]) -> bool:
    if name.id in seen:
        return True
    binding = bindings_of(fn).of(name.id, fn.body.statements)
    is_given = name.id in {each.name for each in fn.fact.parameters}
    return bool(binding) and not is_given and all(_binds_python(each, name, fn, seen | {name.id}) for each in binding)


def _binds_python(statement: Statement, name: ir.Name, fn: TracedFunction, seen: frozenset[str]) -> bool:
    """Whether what a statement binds to a name is no tensor in code that is not converted."""
    if isinstance(statement, ir.For):
        site = fn.flow.calls.get(statement.iterable.at) if isinstance(statement.iterable, ir.Call) else None
        return statement.target == name and site is not None and site.func.name == "builtins.range"
    if not isinstance(statement, (ir.Assign, ir.Augment)):
        return False
    if isinstance(statement, ir.Assign) and name not in statement.targets:
        return False
    if statement.value is None or not fn.value_at(statement.value, statement.ordinal).kind.graph:
        return True
    return _is_made(statement.value, statement.ordinal, fn, seen)
