"""Finds Python values assigned under a tensor condition, which AutoGraph converts to tensors. See `promoted_ints` for loops."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.values import Value
from tflint_autograph.project.bodies.walks import last_ordinal, walk
from tflint_autograph.traced.tree.function import TracedFunction


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
    return ir.Name(name) in targets
