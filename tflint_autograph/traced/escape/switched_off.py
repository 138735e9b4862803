"""Detects code under a flag that is off by default and that nothing in the project turns on: `if self.debug:`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.values import NOTHING
from tflint_autograph.project.bodies.walks import implied
from tflint_autograph.traced.escape.known_values import constants
from tflint_autograph.traced.tree.inherited import over_frames
from tflint_autograph.traced.tree.point import EnclosingScope, TracedPoint, on_every_path

OFF = "its condition is false by default, and nothing in the project changes that"
EAGER = "its condition is the setting with which Keras runs the model eagerly"


@on_every_path
@over_frames(start=False)
def is_eager(frame: EnclosingScope, fn: TracedPoint, outside: bool) -> bool:
    """Whether a condition around the current statement requires a setting that `compile` gets for `run_eagerly`."""
    if outside or not isinstance(frame.statement, ir.If):
        return outside
    flags = [expr for expr, wanted in implied(frame.statement.test, holds=frame.part == "body") if wanted and isinstance(expr, ir.Attribute)]
    return bool(flags) and any(flag.attr in fn.analysis.eager_settings.names() for flag in flags)


@on_every_path
@over_frames(start=False)
def is_off(frame: EnclosingScope, fn: TracedPoint, outside: bool) -> bool:
    """Whether a condition around the current statement requires a flag to be what it never is."""
    if outside or not isinstance(frame.statement, ir.If):
        return outside
    asked = implied(frame.statement.test, holds=frame.part == "body")
    return any(_truth(expr, frame.statement.ordinal, fn) is (not wanted) for expr, wanted in asked)


def _truth(flag: Expr, ordinal: int, fn: TracedPoint) -> bool | None:
    """Returns the truth of a flag, or of its comparison with a literal, wherever the project runs the function, or None if it may be either."""
    truths = set(_compared(flag, ordinal, fn) if isinstance(flag, ir.Operation) else map(bool, constants(flag, ordinal, fn) or ()))
    return truths.pop() if len(truths) == 1 else None


def _compared(test: ir.Operation, ordinal: int, fn: TracedPoint) -> Iterator[bool]:
    """Yields the results that a comparison of a name or attribute with a literal may have."""
    flag, *limits = test.operands
    limit = _literal(limits[0]) if len(limits) == 1 else NOTHING
    for value in constants(flag, ordinal, fn) or () if limit is not NOTHING and test.operators[0] in _COMPARED else ():
        # Whatever Python cannot compare raises in eager code as well.
        with suppress(TypeError):
            yield bool(_COMPARED[test.operators[0]](value, limit))


def _literal(expr: Expr) -> object:
    """Returns the value of a literal or a display of literals, or NOTHING for another expression."""
    if isinstance(expr, ir.Display):
        parts = tuple(map(_literal, expr.items))
        return NOTHING if NOTHING in parts else parts
    return expr.value if isinstance(expr, ir.Constant) else NOTHING


_COMPARED: Mapping[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "in": lambda value, limit: value in limit, "not in": lambda value, limit: value not in limit,
}  # fmt: skip
"""Comparisons with a literal. `is None` tells whether an argument is given, which a layer passes on without a call that is seen."""
