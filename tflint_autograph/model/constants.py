"""What Python values the analysis computes with: literals that it relies on, and the lengths of ranges of them."""

from __future__ import annotations

from collections.abc import Sequence

from tflint_autograph.model.values import NOTHING, Value

LARGEST = 1 << 1024
"""Integers from this size on are no constants: no float can represent them, and products grow without limit."""


def as_constant(known: object) -> object:
    """Returns a literal, or the result of an operation, as the `const` of a value; NOTHING if it cannot be relied on.

    This includes `nan`: it differs from itself, so that passes would never agree.
    """
    if type(known) is int:
        return known if -LARGEST < known < LARGEST else NOTHING
    if type(known) is float:
        return known if known == known else NOTHING  # noqa: PLR0124 - only nan differs from itself
    return known if known is None or type(known) in (bool, str) else NOTHING


def range_length(bounds: Sequence[object]) -> int | None:
    """Returns the number of iterations of a `range` with these bounds, or None if unknown or invalid."""
    whole = [bound for bound in bounds if isinstance(bound, int)]
    if not 0 < len(whole) == len(bounds) <= 3:
        return None
    start, stop, step = (0, whole[0], 1) if len(whole) == 1 else (*whole, 1) if len(whole) == 2 else whole
    # `len` of a range raises where the length fits into no machine word.
    return max(0, -((start - stop) // step)) if step else None


def truth_of(value: Value) -> bool | None:
    """Returns the truth of a constant, or None for other values."""
    constant = value.const
    return bool(constant) if constant is None or isinstance(constant, (bool, int, str)) else None
