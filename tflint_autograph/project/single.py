"""What a name stands for that one assignment binds: `is_new = self.v is None` may be asked later. Values nothing."""

from __future__ import annotations

from collections import Counter

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.project.liveness import bound
from tflint_autograph.project.remembered import lately
from tflint_autograph.project.walks import walk


@lately
def _single(body: Body) -> dict[str, tuple[int, Expr]]:
    """The local names that one assignment of a body binds and nothing else: its ordinal and what is assigned."""
    shared = dict(body.shared)
    count = Counter(name for statement in walk(body.statements) for name in bound(statement))
    return {
        target.id: (statement.ordinal, statement.value)
        for statement in walk(body.statements)
        if isinstance(statement, ir.Assign) and statement.value is not None
        for target in statement.targets
        if isinstance(target, ir.Name) and count[target.id] == 1 and target.id not in shared
    }


def assigned_to(name: str, body: Body, ordinal: int) -> Expr | None:
    """What a local name stands for in the statement `ordinal`; None where it may be more than one thing."""
    before, value = _single(body).get(name, (ordinal, None))
    return value if before < ordinal else None


def without_names(test: Expr, body: Body, ordinal: int) -> Expr:
    """A condition of the statement `ordinal` with what its names stand for in their places."""
    if isinstance(test, ir.Name):
        return assigned_to(test.id, body, ordinal) or test
    if isinstance(test, ir.Operation) and test.operators[0] in ("and", "or", "not"):
        return test._replace(operands=tuple(without_names(operand, body, ordinal) for operand in test.operands))
    return test
