"""A number for each expression as it is written: two are equal where they have one number. Knows nothing of what they mean."""

from __future__ import annotations

from tflint_autograph.model.body import At
from tflint_autograph.traced.tree.function_view import FunctionView, made_once


class Numbering:
    """Numbers of expressions, their places left out. To compare two, or to look one up, takes as long as for a number.

    An expression is known by its identity, and kept for that.
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], int] = {}
        self._known: dict[int, tuple[int, object]] = {}

    def of(self, expr: object) -> int:
        """The number of an expression, or of anything an expression is made of."""
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
    """The numbers of the expressions of a function."""
    return Numbering()
