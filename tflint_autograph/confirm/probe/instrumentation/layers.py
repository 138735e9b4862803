"""Observes the calls of Keras layers that a program makes eagerly."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def recorded_layers(called: Callable[[Any, tuple[Any, ...], dict[str, Any]], None]) -> Iterator[None]:
    """Context manager that reports each layer call that returned without exception.

    Calls with Keras' symbolic inputs, which build a model, do not count.
    """
    tf: Any = importlib.import_module("tensorflow")
    base = tf.keras.layers.Layer
    call = base.__call__

    def telling(layer: Any, *args: Any, **kwargs: Any) -> Any:
        result = call(layer, *args, **kwargs)
        if not any(type(leaf).__name__ == "KerasTensor" for leaf in tf.nest.flatten((args, kwargs))):
            called(layer, args, kwargs)
        return result

    base.__call__ = telling
    try:
        yield
    finally:
        base.__call__ = call
