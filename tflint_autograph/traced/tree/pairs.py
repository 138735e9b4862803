"""Pairs libcst statements with those of the lowered body: both have the same statements in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement

CstStatement = cst.BaseSmallStatement | cst.BaseCompoundStatement


def small(block: cst.BaseSuite) -> Iterator[CstStatement]:
    """Yields the statements of a block, with several on one line separated."""
    for statement in block.body:
        if isinstance(statement, cst.SimpleStatementLine):
            yield from statement.body
        else:
            yield statement  # type: ignore[misc]


def paired(block: cst.BaseSuite, statements: tuple[Statement, ...]) -> Iterator[tuple[CstStatement, Statement]]:
    """Yields pairs of corresponding statements of a block."""
    return zip(small(block), statements, strict=True)


def blocks(node: CstStatement, statement: Statement) -> Iterator[tuple[str, cst.BaseSuite, tuple[Statement, ...]]]:
    """Yields the blocks directly inside a compound statement, each with a word for its place."""
    if isinstance(node, cst.If):
        assert isinstance(statement, ir.If)
        yield "body", node.body, statement.body
        if isinstance(node.orelse, cst.Else):
            yield "orelse", node.orelse.body, statement.orelse
    elif isinstance(node, (cst.For, cst.While)):
        assert isinstance(statement, (ir.For, ir.While))
        yield "body", node.body, statement.body
        if node.orelse is not None:
            yield "orelse", node.orelse.body, statement.orelse
    elif isinstance(node, cst.With):
        assert isinstance(statement, ir.With)
        yield "body", node.body, statement.body
    elif isinstance(node, (cst.Try, cst.TryStar)):
        assert isinstance(statement, ir.Try)
        yield from _try(node, statement)
    elif isinstance(node, cst.Match):
        assert isinstance(statement, ir.Match)
        for one, other in zip(node.cases, statement.cases, strict=True):
            yield "body", one.body, other.body


def _try(
    node: cst.Try | cst.TryStar, statement: ir.Try
) -> Iterator[tuple[str, cst.BaseSuite, tuple[Statement, ...]]]:
    yield "body", node.body, statement.body
    handlers: Iterable[cst.ExceptHandler | cst.ExceptStarHandler] = node.handlers
    for handler, other in zip(handlers, statement.handlers, strict=True):
        yield "handler", handler.body, other.body
    if node.orelse is not None:
        yield "orelse", node.orelse.body, statement.orelse
    if node.finalbody is not None:
        yield "final", node.finalbody.body, statement.final


def elif_of(node: CstStatement, statement: Statement) -> tuple[cst.If, Statement] | None:
    """Returns the `if` of an `elif` as a pair, or None. It is no block of its own in libcst, and the only statement of one in the body."""
    if isinstance(node, cst.If) and isinstance(node.orelse, cst.If):
        assert isinstance(statement, ir.If)
        return node.orelse, statement.orelse[0]
    return None
