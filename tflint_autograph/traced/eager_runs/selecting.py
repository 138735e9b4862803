"""Arrays in an eager run whose length data decide: what a mask or a condition selects, and the different items of an array."""

from __future__ import annotations

from collections.abc import Callable

from tflint_autograph.traced.eager_runs.constants import UNSURE
from tflint_autograph.traced.eager_runs.values import Array, Cut, Given, Opaque, Plain, Scalar, Sequence, Size, Value


def condition_of(operator: str, operands: list[Value]) -> object:
    """Returns the token of what an operator makes of these operands: equal for equal ones, and None where one is not known."""
    tokens = [_token(each) for each in operands]
    return (operator, *tokens) if None not in tokens else None


def _token(value: Value) -> object:
    if isinstance(value, Array):
        return value.token or ("array", value.number)
    if isinstance(value, Plain):
        return ("plain", value.value)
    return value.token if isinstance(value, (Scalar, Opaque)) else None


def _count(condition: object) -> Size:
    """Returns how many items a condition selects, perhaps another number than other conditions do; None where that is not known."""
    return Scalar("int", ("selected", UNSURE, condition)) if condition is not None and _depends_on_data(condition) else None


def _depends_on_data(condition: object) -> bool:
    """Whether the data decide how many items a condition selects. Code chooses what it compares for equality, often for equal parts:
    `rows[folds != k]`.
    """
    operator, *operands = condition if isinstance(condition, tuple) and condition else (None,)
    return any(map(_depends_on_data, operands)) if operator in _JOINING else operator not in _EQUAL


_EQUAL = frozenset({"==", "!="})
_JOINING = frozenset({"&", "|", "^", "~"})
_ORDERING = frozenset({"<", "<=", ">", ">="})
COMPARING = _EQUAL | _ORDERING
"""Operators whose result on arrays is an array of booleans."""


def chosen_by(array: Array, mask: Array) -> Array:
    """Returns the items of an array that a mask of booleans selects."""
    size = _count(mask.token)
    is_known = array.shape is not None and mask.shape is not None and len(mask.shape) <= len(array.shape)
    shape = (size, *array.shape[len(mask.shape) :]) if is_known and array.shape is not None and mask.shape is not None else None
    return Array("tensor" if array.kind == "variable" else array.kind, shape, array.dtype, rows=size)


def _masked(kind: str, args: list[Value]) -> Value | None:
    array, mask = args if len(args) == 2 else (None, None)
    if array is None or mask is None:
        return None
    return chosen_by(array, mask) if isinstance(array, Array) and isinstance(mask, Array) else Array(kind, None, "", rows=_count(_token(mask)))


def _places(kind: str, args: list[Value]) -> Value | None:
    """Returns the indices where a condition holds."""
    mask = args[0] if len(args) == 1 else None
    return Array(kind, None, "int64", rows=_count(mask.token)) if isinstance(mask, Array) and mask.dtype == "bool" else None


def _by_axis(kind: str, args: list[Value]) -> Value | None:
    """Returns the indices where a condition holds, as NumPy does: an array for each axis."""
    mask, places = args[0] if args else None, _places(kind, args)
    known = mask.shape if isinstance(mask, Array) else None
    return Sequence("tuple", [places for _ in known]) if places is not None and known is not None else None


def _where(kind: str, args: list[Value]) -> Value | None:
    return _by_axis(kind, args) if kind == "numpy" else _places(kind, args)


def _different(kind: str, args: list[Value]) -> Value | None:
    array = args[0] if len(args) == 1 else None
    if not isinstance(array, Array):
        return None
    found = Array(kind, None, array.dtype, rows=_count(("unique", _token(array))))
    return found if kind == "numpy" else Sequence("tuple", [found, Array(kind, array.shape, "int32", rows=array.rows)])


_SELECTING: dict[str, Callable[[str, list[Value]], Value | None]] = {
    "boolean_mask": _masked, "where": _where, "nonzero": _by_axis, "flatnonzero": _places, "argwhere": _places, "unique": _different,
}  # fmt: skip
"""What a function gives, without its package: a function of the kind of its arrays and of its arguments; None where that is not known."""


def selected(name: str, kind: str, given: Given) -> Value | None:
    """Returns what a function of this name, without its package, selects; None for another one, and where a keyword may change what it gives."""
    args, named = given
    return _SELECTING[name](kind, args) if name in _SELECTING and not named else None


def of_unknown(owner: Value, index: Value) -> Cut | None:
    """Returns the items of something unknown that a condition on itself selects, `x[x > 0]`; None for another owner or index."""
    token = index.token if isinstance(index, Opaque) else None
    is_own = isinstance(owner, Opaque) and owner.token is not None and isinstance(token, tuple) and owner.token in token[1:]
    return Cut(_count(token)) if is_own and isinstance(token, tuple) and token[0] in _ORDERING else None
