"""`Dataset.map` and `filter` in eager mode: calls the user's function for each element, without tracing.

TensorFlow traces these functions even in the debug mode of `tf.data` (CONFIRM.md 4).
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable, Iterator
from typing import Any


def call_eagerly(is_own: Callable[[Any], bool]) -> None:
    """Makes `Dataset` call functions eagerly from now on if `is_own` says they are the user's; others are still traced."""
    dataset: Any = importlib.import_module("tensorflow").data.Dataset
    # TensorFlow drops a Python function once it is unreferenced; only datasets reference the generators below
    importlib.import_module("tensorflow.python.ops.script_ops")._py_funcs._funcs = {}
    for name, replacement in (("map", _map), ("filter", _filter)):
        setattr(dataset, name, _chosen(getattr(dataset, name), replacement, is_own))


def _chosen(method: Callable[..., Any], replacement: Callable[..., Any], is_own: Callable[[Any], bool]) -> Callable[..., Any]:
    def chosen(dataset: Any, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        made = replacement(dataset, function) if is_own(function) else None
        return method(dataset, function, *args, **options) if made is None else made

    return chosen


def _map(dataset: Any, function: Callable[..., Any]) -> Any:
    """Returns `Dataset.map` with one Python call for each element, or None if there are no elements."""
    tf = importlib.import_module("tensorflow")

    def results() -> Iterator[Any]:
        for element in dataset:
            result = function(*element) if isinstance(element, tuple) else function(element)
            yield _element(tuple(result) if isinstance(result, list) else result)

    source = results()
    first = list(itertools.islice(source, 1))
    if not first:
        return None
    started = [itertools.chain(first, source)]
    signature = tf.nest.map_structure(_any_size, first[0])
    return tf.data.Dataset.from_generator(lambda: started.pop() if started else results(), output_signature=signature)


def _element(given: Any) -> Any:
    """Returns a function's result as a dataset element, inside of which a list becomes a tensor."""
    tf = importlib.import_module("tensorflow")
    if isinstance(given, dict):
        return {key: _element(each) for key, each in given.items()}
    if isinstance(given, tuple):
        parts = [_element(each) for each in given]
        return type(given)(*parts) if hasattr(given, "_fields") else tuple(parts)
    return given if given is None or tf.is_tensor(given) else tf.convert_to_tensor(given)


def _any_size(given: Any) -> Any:
    """Returns the type of such elements, with any length."""
    tf = importlib.import_module("tensorflow")
    if not isinstance(given, tf.Tensor):
        return tf.type_spec_from_value(given)
    return tf.TensorSpec([None] * given.shape.rank, given.dtype)


def _filter(dataset: Any, predicate: Callable[..., Any]) -> Any:
    tf = importlib.import_module("tensorflow")

    def kept() -> Iterator[Any]:
        for element in dataset:
            if predicate(*element) if isinstance(element, tuple) else predicate(element):
                yield element

    return tf.data.Dataset.from_generator(kept, output_signature=dataset.element_spec)
