"""Finds axes whose length an expression fixes, whatever the other lengths are."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function import TracedFunction

_SHAPED = {
    "tensorflow.zeros": (0, "shape"), "tensorflow.ones": (0, "shape"), "tensorflow.fill": (0, "dims"),
    "tensorflow.reshape": (1, "shape"), "tensorflow.broadcast_to": (1, "shape"),
}  # fmt: skip
"""By function: the position of the shape argument."""


def is_written_out(expr: Expr, axis: int, ordinal: int, fn: TracedFunction) -> bool:
    """Whether an expression in a statement has a literal length along an axis.

    `tf.zeros([n, 1])` and `x[:, None]` have one along axis 1.
    """
    if isinstance(expr, ir.Subscript):
        items = expr.item.items if isinstance(expr.item, ir.Display) else (expr.item,)
        return _is_new(items, axis, ordinal, fn)
    name = canonical(fn.value_at(expr.func, ordinal).name) if isinstance(expr, ir.Call) else ""
    if not isinstance(expr, ir.Call):
        return False
    if name == "tensorflow.expand_dims":
        return number_given(expr, 1, "axis", ordinal, fn) == axis
    shape = given(expr, *_SHAPED[name]) if name in _SHAPED else None
    lengths = shape.items if isinstance(shape, ir.Display) else ()
    length = fn.value_at(lengths[axis], ordinal).const if -len(lengths) <= axis < len(lengths) else None
    return isinstance(length, int) and length >= 0


def _is_new(items: tuple[Expr, ...], axis: int, ordinal: int, fn: TracedFunction) -> bool:
    """Whether an index adds this axis by `None`, with only slices and the like before or after it."""
    way = items if axis >= 0 else tuple(reversed(items))
    reached = -1
    for item in way:
        is_new = item == ir.Constant(None) or fn.value_at(item, ordinal).name.endswith(".newaxis")
        if not is_new and not isinstance(item, ir.Slice):
            break
        reached += 1
        if reached == (axis if axis >= 0 else -axis - 1):
            return is_new and (axis >= 0 or ir.Constant(...) in items)
    return False


def number_given(call: ir.Call, position: int, keyword: str, ordinal: int, fn: TracedFunction) -> int | None:
    """Returns the integer argument of a call, or None."""
    expr = given(call, position, keyword)
    const = fn.value_at(expr, ordinal).const if expr is not None else None
    return const if isinstance(const, int) else None


def given(call: ir.Call, position: int, keyword: str) -> Expr | None:
    """Returns the argument of a call by position or keyword; None if it is missing or the call unpacks arguments."""
    if any(each.keyword in ("*", "**") for each in call.args):
        return None
    named = {each.keyword: each.value for each in call.args if each.keyword}
    several = [each.value for each in call.args if each.keyword is None]
    return named.get(keyword, several[position] if position < len(several) else None)
