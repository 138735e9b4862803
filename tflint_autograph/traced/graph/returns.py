"""Finds tensor conditions where only one branch returns, after AutoGraph's rewrite of early returns."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.index.blocks import blocks

Block = tuple[Statement, ...]


def ways(statements: Block, ordinal: int) -> tuple[Block, Block] | None:
    """Returns both branches of the `if` with that ordinal, each with the statements AutoGraph moves into it; None if not found.

    If one branch always returns, the rest of the block goes into the other (FACTS control-flow, "return-mismatch").
    """
    for number, statement in enumerate(statements):
        if statement.ordinal == ordinal and isinstance(statement, ir.If):
            rest = statements[number + 1 :]
            if always_returns(statement.body):
                return statement.body, statement.orelse + rest
            if always_returns(statement.orelse):
                return statement.body + rest, statement.orelse
            return statement.body, statement.orelse
        for block in blocks(statement):
            # What follows the statement goes behind this block, not into a branch at its end (`return_statements.visit_If`).
            found = ways(block, ordinal)
            if found is not None:
                return found
    return None


def always_returns(statements: Block) -> bool:
    """Whether a block returns on every path."""
    for statement in statements:
        if isinstance(statement, ir.Return):
            return True
        if isinstance(statement, ir.If) and always_returns(statement.body) and always_returns(statement.orelse):
            return True
        if isinstance(statement, (ir.With, ir.Try)) and always_returns(statement.body):
            return True
    return False


def returns(statements: Block) -> list[ir.Return]:
    """Returns the `return` statements in a block, in source order."""
    return [statement for statement in walk(statements) if isinstance(statement, ir.Return)]


def raises(statements: Block) -> bool:
    """Whether a block ends in a `raise`."""
    return any(isinstance(statement, ir.Raise) for statement in statements)


def gives_nothing(statement: ir.Return) -> bool:
    """Whether a `return` says no value, or None."""
    return statement.value is None or statement.value == ir.Constant(None)
