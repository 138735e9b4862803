"""Makes each `tf.function` trace again."""

from __future__ import annotations

import gc
import importlib
from collections.abc import Iterable
from typing import Any


def all_functions() -> list[Any]:
    """Returns every `tf.function` that exists; those that a replay creates have no trace yet. To look at all objects takes long."""
    kind: Any = importlib.import_module("tensorflow.python.eager.polymorphic_function.polymorphic_function").Function
    return [each for each in gc.get_objects() if type(each) is kind]


def forget_traces(functions: Iterable[Any]) -> None:
    """Makes each `tf.function` trace again, as TensorFlow's `Function` does before its first call, and run its own code eagerly."""
    cache: Any = importlib.import_module("tensorflow.core.function.polymorphism.function_cache")
    captures: Any = importlib.import_module("tensorflow.core.function.capture.capture_container")
    for each in functions:
        each._function_cache = cache.FunctionCache()
        each._function_captures = captures.FunctionCaptures()
        each._created_variables = None
        each._variable_creation_config = None
        each._no_variable_creation_config = None
        _restore(each.python_function)


def _restore(function: Any) -> None:
    """Gives a method or decorated function the code back that a trace has replaced with what AutoGraph made of it (`tf_decorator.rewrap`)."""
    while (decorator := getattr(function, "_tf_decorator", None)) is not None:
        own = getattr(function, "__func__", function)
        original = getattr(own, "__original_wrapped__", None)
        if original is not None and own.__wrapped__ is not original:
            own.__wrapped__ = decorator.decorated_target = original
        function = decorator.decorated_target
