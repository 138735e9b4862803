"""The blocks of statements inside compound statements, and the statements that do nothing there."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement

_COMPOUND = frozenset({ir.If, ir.For, ir.While, ir.With, ir.Try, ir.Match})


def blocks(statement: Statement) -> list[tuple[Statement, ...]]:
    """Returns the blocks of statements directly inside a compound statement, in source order."""
    if type(statement) not in _COMPOUND:
        return []
    found = [getattr(statement, "body", ())]
    found += [part.body for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ()))]
    return [*found, getattr(statement, "orelse", ()), getattr(statement, "final", ())]


def does_nothing(statement: Statement) -> bool:
    """Whether it is a `pass`, a docstring or another constant."""
    return (isinstance(statement, ir.Jump) and statement.word == "pass") or (isinstance(statement, ir.Evaluate) and isinstance(statement.value, ir.Constant))
