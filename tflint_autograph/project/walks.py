"""Walks over the statements of a plain body."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.body import Statement
from tflint_autograph.project.classes import blocks


def last_ordinal(statement: Statement) -> int:
    """The ordinal of the last statement inside `statement`, its own when there is none."""
    last = statement.ordinal
    for block in blocks(statement):
        if block:
            last = max(last, last_ordinal(block[-1]))
    return last


def walk(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    """Every statement, those inside compound ones included, in source order."""
    for statement in statements:
        yield statement
        for block in blocks(statement):
            yield from walk(block)
