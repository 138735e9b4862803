"""Calls of Keras layers that a program makes eagerly. Keeps none."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def recorded_layers(called: Callable[[Any, tuple[Any, ...], dict[str, Any]], None]) -> Iterator[None]:
    """Tell for a while of each call of a layer that ends without an exception, once the layer has answered it.

    Calls with Keras' symbols, which build a model, are none.
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
