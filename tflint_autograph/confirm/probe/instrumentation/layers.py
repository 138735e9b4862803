"""Observes the calls of Keras layers that a program makes eagerly, and those that build a model."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from tflint_autograph.confirm.probe.calls.specified import fitting, is_keras_input


class LayerCall(Protocol):
    """Receives a layer call that returned, with its arguments. `is_specified`: Keras' symbolic inputs are replaced by values that fit them."""

    def __call__(self, layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any], *, is_specified: bool) -> None:
        """Takes the call."""


@contextmanager
def recorded_layers(called: LayerCall) -> Iterator[None]:
    """Context manager that reports each layer call that returned without exception, those with symbolic inputs too, which build a model."""
    tf: Any = importlib.import_module("tensorflow")
    base = tf.keras.layers.Layer
    call = base.__call__

    def telling(layer: Any, *args: Any, **kwargs: Any) -> Any:
        result = call(layer, *args, **kwargs)
        is_specified = any(map(is_keras_input, tf.nest.flatten((args, kwargs))))
        given = fitting(args, kwargs) if is_specified else (args, kwargs)
        if given is not None:
            called(layer, *given, is_specified=is_specified)
        return result

    base.__call__ = telling
    try:
        yield
    finally:
        base.__call__ = call
