"""Traces calls without the first size of their tensors, as Keras and `tf.data` trace what gets batches."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any


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
