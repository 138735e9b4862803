"""The blocks of statements inside compound statements, the statements that do nothing there, and what an assignment gives each target."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement

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


def assigned(statement: Statement) -> Iterator[tuple[Expr, Expr]]:
    """Yields the targets of an assignment, each with its part of the value."""
    if isinstance(statement, ir.Assign) and statement.value is not None:
        for target in statement.targets:
            yield from paired(target, statement.value)


def paired(target: Expr, value: Expr) -> Iterator[tuple[Expr, Expr]]:
    """Yields a target with the value that it is bound to, the parts of `a, b = x, y` one by one."""
    if isinstance(target, ir.Display) and isinstance(value, ir.Display) and len(target.items) == len(value.items):
        for one, part in zip(target.items, value.items, strict=True):
            yield from paired(one, part)
    else:
        yield target, value
