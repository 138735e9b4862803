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
        args, options = tf.nest.map_structure(lambda leaf: leaf if _is_passable(leaf, tf) else held.setdefault(id(leaf), _Held(leaf)), (args, options))
        number, tensors = graph(*args, **options)
        result, values = kept[int(number)], iter(tensors)
        leaves = [next(values) if _is_symbolic(leaf, tf) else leaf for leaf in tf.nest.flatten(result)]
        return tf.nest.pack_sequence_as(result, leaves)

    return call


def is_converted(held: Any) -> bool:
    """Whether an object is a layer of Keras 2, which has AutoGraph convert what it calls (`tf_keras.engine.base_layer`); Keras 3 does not."""
    packages = [each.__module__.partition(".")[0] for each in type(held).__mro__ if each.__name__ == "Layer"]
    # `tf.keras` is a module without a version where it stands for the package `tf_keras`
    return any(each in ("keras", "tf_keras") and str(importlib.import_module(each).__version__).startswith("2.") for each in packages)


class _Held:
    """An argument that only traced code passes on: no `tf.function` takes what has no hash."""

    def __init__(self, value: Any) -> None:
        self.value = value


def _is_passable(leaf: Any, tf: Any) -> bool:
    """Whether a `tf.function` takes an argument: a tensor, or what has a hash; objects with tensors in them may only seem to have one."""
    if tf.is_tensor(leaf) or hasattr(leaf, "__array__") or hasattr(leaf, "__tf_tracing_type__"):
        return True
    try:
        hash(leaf)
    except Exception:  # noqa: BLE001 - the user's code raises what it likes
        return False
    return True


def _is_symbolic(leaf: Any, tf: Any) -> bool:
    """Whether a value is a symbolic tensor. Variables are the same inside and outside."""
    return bool(tf.is_tensor(leaf)) and not hasattr(leaf, "assign")
