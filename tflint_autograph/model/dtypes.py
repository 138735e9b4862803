"""Words for dtypes, and what is known of a value that has one of two.

A dtype is a word: a TensorFlow name such as `float32`; `floating` or `integer` for one of several; or `int`, `float`, `str` for a Python
value, which takes the dtype of the other operand, and becomes `int32`, `float32`, `string` where it becomes a tensor. An unknown dtype is
an empty string.
"""

from __future__ import annotations

FLOATS = frozenset({"float", "floating", "float16", "float32", "float64", "bfloat16"})
INTEGERS = frozenset({"int", "integer", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"})
FAMILIES = ((FLOATS, "floating"), (INTEGERS, "integer"))
GENERIC = frozenset({"int", "float", "str", "floating", "integer"})

_SMALL = frozenset({"bool", "int8", "int16", "uint8", "uint16"})
REPRESENTED = {"int32": _SMALL | {"int32"}, "float32": _SMALL | {"bfloat16", "float16", "float32"}}
"""By dtype: those whose values it represents exactly."""

_ALONE = {"int": "int32", "float": "float32", "str": "string"}


def plain(dtype: str) -> bool:
    """Whether the dtype belongs to a Python value rather than a tensor."""
    return dtype in _ALONE


def of_tensor(dtype: str) -> str:
    """Returns the dtype of the tensor that TensorFlow makes of a value with this dtype."""
    return _ALONE.get(dtype, dtype)


def either(one: str, other: str) -> str:
    """Returns the dtype of a value that has one of two: their family if both are floats, or both are integers; else an empty string."""
    if one == other:
        return one
    return next((word for family, word in FAMILIES if one in family and other in family), "")
