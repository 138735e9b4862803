"""What XLA does not support, or does differently from TensorFlow (FACTS xla-unsupported-op, xla-clamps-index)."""

from __future__ import annotations

_UNKNOWN = frozenset(
    f"tensorflow.{name}"
    for name in ("print", "py_function", "numpy_function", "timestamp", "as_string", "histogram_fixed_width", "io.read_file",
                 "io.write_file", "math.segment_sum", "math.segment_mean", "math.segment_max", "math.segment_min",
                 "random.shuffle", "raw_ops.Print")
)  # fmt: skip
_UNKNOWN_MODULES = ("tensorflow.strings.", "tensorflow.io.decode_", "tensorflow.io.encode_", "tensorflow.io.parse_",
                    "tensorflow.summary.")  # fmt: skip
_CHECKS = ("tensorflow.debugging.assert_", "tensorflow.assert_", "tensorflow.debugging.check_numerics", "tensorflow.debugging.Assert",
           "tensorflow.Assert")  # fmt: skip
_STATIC_CHECKS = frozenset(
    {"tensorflow.assert_rank", "tensorflow.assert_rank_in"}
    | {f"tensorflow.debugging.assert_{what}" for what in ("proper_iterable", "rank_at_least", "same_float_dtype", "scalar", "shapes", "type")}
)
"""Checks whose inputs are nearly always known at trace time; they raise then."""

_COMPARING = {"equal": 2, "none_equal": 2, "less": 2, "less_equal": 2, "greater": 2, "greater_equal": 2,
              "negative": 1, "positive": 1, "non_negative": 1, "non_positive": 1}  # fmt: skip
"""Checks that run at trace time if all compared values are known then, with the number of compared arguments."""

_CLAMPED = frozenset({"tensorflow.gather", "tensorflow.gather_nd"})

TABLE_METHODS = frozenset({"lookup", "insert"})
"""Methods of lookup tables, which XLA does not support."""


def unknown(name: str) -> bool:
    """Whether XLA does not support the operation with this canonical dotted name."""
    return name in _UNKNOWN or name.startswith(_UNKNOWN_MODULES)


def dropped(name: str) -> bool:
    """Whether XLA drops the operation, a check of values. Checks of static properties run at trace time."""
    return name.startswith(_CHECKS) and name not in _STATIC_CHECKS


def compared(name: str) -> int:
    """Returns how many arguments a check compares at trace time, if all of them are known; 0 if it never does."""
    _, _, what = name.rpartition(".assert_")
    return _COMPARING.get(what, 0)


def clamped(name: str) -> bool:
    """Whether XLA clamps an index of the operation."""
    return name in _CLAMPED


def differs(name: str) -> bool:
    """Whether XLA does the operation differently from TensorFlow."""
    return unknown(name) or dropped(name) or clamped(name)


def table_method(kind: str, method: str) -> bool:
    """Whether `method` of an object of this kind looks something up in a table."""
    return kind == "table" and method in TABLE_METHODS
