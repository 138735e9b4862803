"""Numbers expressions by their text: two are equal if they have the same number."""

from __future__ import annotations

from tflint_autograph.model.body import At
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.point import made_once


class Numbering:
    """Numbers expressions, ignoring their positions, so that comparing two takes constant time.

    Expressions are keyed by identity, and kept alive for that.
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], int] = {}
        self._known: dict[int, tuple[int, object]] = {}

    def of(self, expr: object) -> int:
        """Returns the number of an expression, or of any part of one."""
        if not isinstance(expr, tuple):
            return self._number((type(expr), expr))
        known = self._known.get(id(expr))
        if known is None:
            parts = tuple([self.of(part) for part in expr if not isinstance(part, At)])
            known = self._known[id(expr)] = self._number((type(expr), *parts)), expr
        return known[0]

    def _number(self, written: tuple[object, ...]) -> int:
        return self._numbers.setdefault(written, len(self._numbers))


@made_once
def numbering(fn: FunctionView) -> Numbering:
    """Returns the numbering for the expressions of a function."""
    return Numbering()
