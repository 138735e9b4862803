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
    """Makes each `tf.function` trace again, as TensorFlow's `Function` does before its first call."""
    cache: Any = importlib.import_module("tensorflow.core.function.polymorphism.function_cache")
    captures: Any = importlib.import_module("tensorflow.core.function.capture.capture_container")
    for each in functions:
        each._function_cache = cache.FunctionCache()
        each._function_captures = captures.FunctionCaptures()
        each._created_variables = None
        each._variable_creation_config = None
        each._no_variable_creation_config = None
