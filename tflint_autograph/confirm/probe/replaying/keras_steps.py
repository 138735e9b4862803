"""Finds the step of a Keras model that its trainer runs on each batch, and traces it as this version of Keras does. Makes no call."""

from __future__ import annotations

import functools
import importlib
import inspect
import types
from collections.abc import Callable, Iterator
from typing import Any

from tflint_autograph.confirm.probe.calls.inner import is_converted
from tflint_autograph.confirm.probe.state.holders import python_function

_STEPS = ("train_step", "test_step", "predict_step")


def keras_step(function: Any) -> Any:
    """Returns the step of a model that a function of Keras' trainer runs on each batch, or None.

    Such a function refers to the method, or to the model and calls the method by its name (`TensorFlowTrainer._make_function` and
    `make_predict_function` of Keras 3, `Model.make_train_function` of Keras 2).
    """
    if not bound(function)[0].__module__.startswith(("keras.", "tf_keras.")):
        return None
    waiting, seen = [function], set()
    models: list[Any] = []
    names: list[str] = []
    while waiting:
        held = python_function(waiting.pop())
        if id(held) in seen:
            continue
        seen.add(id(held))
        if isinstance(held, types.MethodType) and held.__name__ in _STEPS:
            return held
        if all(hasattr(type(held), name) for name in _STEPS):
            models.append(held)
        elif callable(held):
            plain = bound(held)[0]
            names += _named(getattr(plain, "__code__", None))
            waiting += [each for cell in getattr(plain, "__closure__", None) or () if callable(each := _content(cell))]
    return getattr(models[0], names[0]) if models and names else None


def as_traced(step: Any) -> Callable[..., Any]:
    """Returns a step as Keras traces it: AutoGraph does not convert it, and what it calls only with Keras 2 (FACTS, "Keras and conversion")."""
    tf: Any = importlib.import_module("tensorflow")
    if is_converted(step.__self__):
        return tf.function(step, autograph=False)  # type: ignore[no-any-return]
    return tf.function(tf.autograph.experimental.do_not_convert(step))  # type: ignore[no-any-return]


def _named(code: types.CodeType | None) -> Iterator[str]:
    """Yields the steps that a function, or one defined in it, mentions."""
    if code is not None:
        yield from (name for name in code.co_names if name in _STEPS)
        for each in code.co_consts:
            if isinstance(each, types.CodeType):
                yield from _named(each)


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # an enclosing name that has no value yet
        return None


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
