"""Varies declared or found calls: other values, another signature, or tensors without their first size, as Keras may trace them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from tflint_autograph.confirm.edges import Edge

_DEEPEST = 3


def varied(given: Any, number: int, depth: int = 0) -> Any:
    """Returns variant `number` of a value with the same signature: other floats in tensors and arrays, another Python scalar.

    Integer tensors, which are often indices, and values of unknown types stay the same.
    """
    if isinstance(given, (bool, str, bytes)) or number == 0:
        return given
    if isinstance(given, (int, float)):
        return given + number
    if _is_array(given) and _is_floating(given):
        return given * (1.0 + number) if hasattr(given, "numpy") else given * given.dtype.type(1.0 + number)
    return _each(given, lambda item: varied(item, number, depth + 1), depth)


def edged(given: Any, edge: Edge, depth: int = 0) -> Any:
    """Returns the value with other numbers in tensors and arrays, all at an edge of what they may hold."""
    if _is_array(given):
        is_whole = bool(given.dtype.is_integer) if hasattr(given, "numpy") else given.dtype.kind == "i"
        if not (is_whole or _is_floating(given)):
            return given
        return given * 0 if edge == "zero" else given if is_whole else -abs(given)
    return _each(given, lambda item: edged(item, edge, depth + 1), depth)


def reshaped(given: Any, depth: int = 0) -> Any:
    """Returns the value with tensors and arrays one row longer, by repeating the first row."""
    if _is_array(given):
        rows = given.shape[0] if len(given.shape) else 0
        concat = importlib.import_module("tensorflow").concat if hasattr(given, "numpy") else importlib.import_module("numpy").concatenate
        return concat([given, given[:1]], 0) if rows else given
    return _each(given, lambda item: reshaped(item, depth + 1), depth)


def _each(given: Any, change: Any, depth: int) -> Any:
    if depth < _DEEPEST and type(given) in (list, tuple):
        return type(given)(map(change, given))
    if depth < _DEEPEST and type(given) is dict:
        return {key: change(item) for key, item in given.items()}
    return given


def _is_array(given: Any) -> bool:
    tf = importlib.import_module("tensorflow")
    numpy = importlib.import_module("numpy")
    return isinstance(given, (tf.Tensor, numpy.ndarray))


def _is_floating(given: Any) -> bool:
    return bool(given.dtype.is_floating) if hasattr(given, "numpy") else bool(given.dtype.kind == "f")


def unsized(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns the function as a graph calls it that takes tensors of any first size; each call traces that graph again.

    Calls without such tensors are made as they are.
    """
    tf = importlib.import_module("tensorflow")

    def called(*args: Any, **kwargs: Any) -> Any:
        flat = tf.nest.flatten((args, kwargs))
        sized = [index for index, each in enumerate(flat) if isinstance(each, tf.Tensor) and each.shape.rank]
        if not sized:
            return function(*args, **kwargs)

        def graph(*tensors: Any) -> Any:
            given = list(flat)
            for index, tensor in zip(sized, tensors, strict=True):
                given[index] = tensor
            positional, named = tf.nest.pack_sequence_as((args, kwargs), given)
            return function(*positional, **named)

        specs = [tf.TensorSpec([None, *flat[index].shape[1:]], flat[index].dtype) for index in sized]
        return tf.function(graph, input_signature=specs, autograph=False)(*(flat[index] for index in sized))

    return called
