"""Finds the statements of a body that mention a name, also inside string constants."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Statement
from tflint_autograph.project.bodies.walks import spelled, walk
from tflint_autograph.project.queries.memoize import MANY, memoised_by_body


def naming(body: Body, name: str) -> tuple[Statement, ...]:
    """Returns the statements, without their nested blocks, that read, bind, delete or spell the name, in source order."""
    return tuple([statement for statement, names in _named(body) if name in names])


@memoised_by_body(MANY)
def _named(body: Body) -> tuple[tuple[Statement, frozenset[str]], ...]:
    """Returns every statement with the names in it."""
    return tuple([(statement, _names(statement)) for statement in walk(body.statements)])


def _names(statement: Statement) -> frozenset[str]:
    deleted = statement.targets if isinstance(statement, ir.Delete) else ()
    parts = (part for part in (*spelled(statement), *deleted) if isinstance(part, (ir.Name, ir.Constant)))
    words = [part.id if isinstance(part, ir.Name) else part.value for part in parts]
    return frozenset([word for word in words if type(word) is str])
