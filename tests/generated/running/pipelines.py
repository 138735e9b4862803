"""Functions that TensorFlow traces even when functions run eagerly: in eager mode they are called as Python instead."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import Any

from tflint_autograph.confirm.probe.replaying.datasets import call_eagerly


def call_as_python(is_own: Callable[[Any], bool]) -> None:
    """Replace what `run_functions_eagerly` and the debug mode of `tf.data` do not reach."""
    tf: Any = importlib.import_module("tensorflow")
    call_eagerly(is_own)
    dataset = tf.data.Dataset
    replaced: dict[str, Callable[..., Any]] = {
        "flat_map": _flat_map,
        "interleave": _flat_map,
        "take_while": _take_while,
        "scan": _scan,
        "reduce": _reduce,
    }
    for name, replacement in replaced.items():
        setattr(dataset, name, _for_own(getattr(dataset, name), replacement, is_own))
    tf.vectorized_map = lambda fn, elems, **options: tf.map_fn(fn, elems)
    polymorphic: Any = importlib.import_module("tensorflow.python.eager.polymorphic_function.polymorphic_function")
    concrete = polymorphic.Function.get_concrete_function
    polymorphic.Function.get_concrete_function = lambda function, *args, **kwargs: (
        function if is_own(function) else concrete(function, *args, **kwargs)
    )
    mapped = dataset.map
    dataset.map = lambda data, *args, map_func=None, **options: mapped(data, *args or (map_func,), **options)


def _for_own(
    method: Callable[..., Any], replacement: Callable[..., Any], is_own: Callable[[Any], bool]
) -> Callable[..., Any]:
    """The replacement where one of the arguments is a function of the program; Keras and others keep TensorFlow's way."""

    def chosen(dataset: Any, *args: Any, **options: Any) -> Any:
        return (replacement if any(map(is_own, (*args, *options.values()))) else method)(dataset, *args, **options)

    return chosen


class _Rows:
    """What a dataset gives, computed anew for each loop over it."""

    def __init__(self, results: Callable[[], Iterator[Any]]) -> None:
        self._results = results

    def __iter__(self) -> Iterator[Any]:
        return self._results()


def _call(function: Callable[..., Any], element: Any) -> Any:
    return function(*element) if isinstance(element, tuple) else function(element)


def _flat_map(dataset: Any, map_func: Callable[..., Any], **options: Any) -> Any:
    def results() -> Iterator[Any]:
        for element in dataset:
            yield from _call(map_func, element)

    return _Rows(results)


def _take_while(dataset: Any, predicate: Callable[..., Any]) -> Any:
    def results() -> Iterator[Any]:
        for element in dataset:
            if not _call(predicate, element):
                return
            yield element

    return _Rows(results)


def _scan(dataset: Any, initial_state: Any, scan_func: Callable[..., Any]) -> Any:
    tf: Any = importlib.import_module("tensorflow")

    def results() -> Iterator[Any]:
        state = tf.convert_to_tensor(initial_state)
        for element in dataset:
            state, result = scan_func(state, element)
            yield result

    return _Rows(results)


def _reduce(dataset: Any, initial_state: Any, reduce_func: Callable[..., Any]) -> Any:
    tf: Any = importlib.import_module("tensorflow")
    state = tf.convert_to_tensor(initial_state)
    for element in dataset:
        state = reduce_func(state, element)
    return state
