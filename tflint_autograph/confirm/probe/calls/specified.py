"""Makes values that fit specifications of arguments, as `get_concrete_function` and `input_signature` take them."""

from __future__ import annotations

import importlib
from typing import Any

_SIZE = 2
"""The length of an axis of any length."""


def fitting(args: Any, kwargs: Any) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
    """Returns arguments with a tensor in the place of each `TensorSpec`, or None if there is another kind of specification in them."""
    tf: Any = importlib.import_module("tensorflow")
    leaves = tf.nest.flatten((args, kwargs))
    if any(isinstance(leaf, tf.TypeSpec) and not isinstance(leaf, tf.TensorSpec) for leaf in leaves):
        return None
    values = tf.nest.pack_sequence_as((args, kwargs), [_value(leaf, tf) if isinstance(leaf, tf.TensorSpec) else leaf for leaf in leaves])
    return tuple(values[0]), values[1]


def _value(spec: Any, tf: Any) -> Any:
    """Returns a tensor of ones, which more operations take than zeros, of empty texts, or of False."""
    shape = [_SIZE if size is None else size for size in spec.shape] if spec.shape.rank is not None else []
    if spec.dtype == tf.string:
        return tf.fill(shape, "")
    return tf.zeros(shape, tf.bool) if spec.dtype == tf.bool else tf.ones(shape, spec.dtype)
