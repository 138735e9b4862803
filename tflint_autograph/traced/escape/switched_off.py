"""Detects code under a flag that is off by default and that nothing in the project turns on: `if self.debug:`."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.traced.escape.known_values import constants
from tflint_autograph.traced.tree.inherited import over_frames
from tflint_autograph.traced.tree.point import EnclosingScope, TracedPoint, on_every_path

OFF = "its condition is false by default, and nothing in the project changes that"


def excuse(fn: TracedPoint) -> str:
    """Returns why the current statement probably never runs, as a clause, or an empty string."""
    return OFF if _is_off(fn) else ""


@on_every_path
@over_frames(start=False)
def _is_off(frame: EnclosingScope, fn: TracedPoint, outside: bool) -> bool:
    """Whether a condition around the current statement requires a flag to be what it never is."""
    if outside or not isinstance(frame.statement, ir.If):
        return outside
    asked = _asked(frame.statement.test, frame.part == "body")
    return any(_truth(expr, frame.statement.ordinal, fn) is (not wanted) for expr, wanted in asked)


def _asked(test: Expr, holds: bool) -> Iterator[tuple[Expr, bool]]:
    """Yields the names and attributes whose truth follows from a condition that is true, or false if not `holds`."""
    if isinstance(test, (ir.Name, ir.Attribute)):
        yield test, holds
    elif isinstance(test, ir.Operation) and test.operators[0] == "not":
        yield from _asked(test.operands[0], not holds)
    elif isinstance(test, ir.Operation) and test.operators[0] == ("and" if holds else "or"):
        for operand in test.operands:
            yield from _asked(operand, holds)


def _truth(flag: Expr, ordinal: int, fn: TracedPoint) -> bool | None:
    """Returns the truth of a flag wherever the project runs the function, or None if it may be either."""
    known = constants(flag, ordinal, fn)
    truths = set(map(bool, known)) if known is not None else set()
    return truths.pop() if len(truths) == 1 else None
