"""Traces a function that other traced code calls on its own. It may return what no `tf.function` can."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any


def traced(function: Callable[..., Any], *, converted: bool = True) -> Callable[..., Any]:
    """Returns a callable that runs the function in a graph, `converted` by AutoGraph or not.

    Python values in its result are those of the trace.
    """
    tf: Any = importlib.import_module("tensorflow")
    kept: list[Any] = []

    @tf.autograph.experimental.do_not_convert  # type: ignore[untyped-decorator]
    def split(result: Any) -> Any:
        kept.append(result)
        return tf.constant(len(kept) - 1), [leaf for leaf in tf.nest.flatten(result) if _is_symbolic(leaf, tf)]

    @tf.autograph.experimental.do_not_convert  # type: ignore[untyped-decorator]
    def opened(given: Any) -> Any:
        return tf.nest.map_structure(lambda leaf: leaf.value if isinstance(leaf, _Held) else leaf, given)

    def inner(*args: Any, **options: Any) -> Any:
        return split(function(*opened(args), **opened(options)))

    graph = tf.function(inner, autograph=converted)

    held: dict[int, _Held] = {}

    def call(*args: Any, **options: Any) -> Any:
        args, options = tf.nest.map_structure(lambda leaf: _passable(leaf, held), (args, options))
        number, tensors = graph(*args, **options)
        result, values = kept[int(number)], iter(tensors)
        leaves = [next(values) if _is_symbolic(leaf, tf) else leaf for leaf in tf.nest.flatten(result)]
        return tf.nest.pack_sequence_as(result, leaves)

    return call


class _Held:
    """An argument that only traced code passes on: no `tf.function` takes what has no hash."""

    def __init__(self, value: Any) -> None:
        self.value = value


def _passable(leaf: Any, held: dict[int, _Held]) -> Any:
    """The leaf, or what holds it, the same for each call."""
    if type(leaf).__hash__ is not None or hasattr(leaf, "__array__"):
        return leaf
    return held.setdefault(id(leaf), _Held(leaf))


def _is_symbolic(leaf: Any, tf: Any) -> bool:
    """Whether a value is a symbolic tensor. Variables are the same inside and outside."""
    return bool(tf.is_tensor(leaf)) and not hasattr(leaf, "assign")
