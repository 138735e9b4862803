"""Traces a function that other traced code calls on its own. It may return what no `tf.function` can."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any


def traced(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a callable that runs the function in a graph. Python values in its result are those of the trace."""
    tf: Any = importlib.import_module("tensorflow")
    kept: list[Any] = []

    @tf.autograph.experimental.do_not_convert  # type: ignore[untyped-decorator]
    def split(result: Any) -> Any:
        kept.append(result)
        return tf.constant(len(kept) - 1), [leaf for leaf in tf.nest.flatten(result) if _is_symbolic(leaf, tf)]

    def inner(*args: Any, **options: Any) -> Any:
        return split(function(*args, **options))

    graph = tf.function(inner)

    def call(*args: Any, **options: Any) -> Any:
        number, tensors = graph(*args, **options)
        result, values = kept[int(number)], iter(tensors)
        leaves = [next(values) if _is_symbolic(leaf, tf) else leaf for leaf in tf.nest.flatten(result)]
        return tf.nest.pack_sequence_as(result, leaves)

    return call


def _is_symbolic(leaf: Any, tf: Any) -> bool:
    """Whether a value is a symbolic tensor. Variables are the same inside and outside."""
    return bool(tf.is_tensor(leaf)) and not hasattr(leaf, "assign")
