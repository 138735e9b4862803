"""Makes values that fit specifications of arguments, as `get_concrete_function`, `input_signature` and the building of a Keras model take them."""

from __future__ import annotations

import importlib
from typing import Any

_SIZE = 2
"""The length of an axis of any length."""


def fitting(args: Any, kwargs: Any) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
    """Returns arguments with a tensor in the place of each `TensorSpec` and symbolic input of Keras, or None if another kind of specification is in them."""
    tf: Any = importlib.import_module("tensorflow")
    leaves = [_spec(leaf, tf) if is_keras_input(leaf) else leaf for leaf in tf.nest.flatten((args, kwargs))]
    if any(isinstance(leaf, tf.TypeSpec) and not isinstance(leaf, tf.TensorSpec) for leaf in leaves):
        return None
    values = tf.nest.pack_sequence_as((args, kwargs), [_value(leaf, tf) if isinstance(leaf, tf.TensorSpec) else leaf for leaf in leaves])
    return tuple(values[0]), values[1]


def is_keras_input(leaf: Any) -> bool:
    """Whether a value is a symbolic input or result of a Keras layer, of which models are built."""
    return type(leaf).__name__ == "KerasTensor"


def _spec(given: Any, tf: Any) -> Any:
    """Returns the specification of a symbolic input (`KerasTensor` of Keras 2 and 3)."""
    if hasattr(given, "type_spec"):
        return given.type_spec
    spec = tf.TensorSpec(given.shape, given.dtype)
    return tf.SparseTensorSpec(given.shape, given.dtype) if getattr(given, "sparse", False) else spec


def _value(spec: Any, tf: Any) -> Any:
    """Returns a tensor of ones, which more operations take than zeros, of empty texts, or of False."""
    shape = [_SIZE if size is None else size for size in spec.shape] if spec.shape.rank is not None else []
    if spec.dtype == tf.string:
        return tf.fill(shape, "")
    return tf.zeros(shape, tf.bool) if spec.dtype == tf.bool else tf.ones(shape, spec.dtype)
