"""Says what a `tf.function` runs."""

from __future__ import annotations

import functools
import importlib
import inspect
from typing import Any


def bound(function: Any) -> tuple[Any, Any]:
    """Returns the plain function inside TensorFlow's decorators, and the object it is bound to; for an object its `__call__`."""
    decorators: Any = importlib.import_module("tensorflow.python.util.tf_decorator")
    plain = decorators.unwrap(function)[1]
    if isinstance(plain, functools.partial):
        return bound(plain.func)
    if not inspect.isroutine(plain) and not isinstance(plain, type) and callable(plain):
        return decorators.unwrap(inspect.unwrap(type(plain).__call__))[1], plain
    holder = getattr(plain, "__self__", None)
    plain = getattr(plain, "__func__", plain)
    return decorators.unwrap(plain)[1], getattr(holder, "target", holder) if holder is not None else None
