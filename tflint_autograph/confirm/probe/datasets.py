"""`Dataset.map` and `filter` as Python: the user's functions are called for each element. Traces nothing.

TensorFlow traces these functions even in the debug mode of `tf.data` (CONFIRM.md 4).
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable, Iterator
from typing import Any


def call_eagerly(is_own: Callable[[Any], bool]) -> None:
    """From now on call the functions that `is_own` says are the user's; Keras and others keep TensorFlow's way."""
    dataset: Any = importlib.import_module("tensorflow").data.Dataset
    # TensorFlow forgets a Python function once nobody holds it; the generators below are held by datasets alone
    importlib.import_module("tensorflow.python.ops.script_ops")._py_funcs._funcs = {}
    for name, replacement in (("map", _map), ("filter", _filter)):
        setattr(dataset, name, _chosen(getattr(dataset, name), replacement, is_own))


def _chosen(method: Callable[..., Any], replacement: Callable[..., Any], is_own: Callable[[Any], bool]) -> Callable[..., Any]:
    def chosen(dataset: Any, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        return replacement(dataset, function) if is_own(function) else method(dataset, function, *args, **options)

    return chosen


def _map(dataset: Any, function: Callable[..., Any]) -> Any:
    """`Dataset.map` as a reader of the code understands it: one call of Python for each element."""
    tf = importlib.import_module("tensorflow")

    def results() -> Iterator[Any]:
        for element in dataset:
            value = function(*element) if isinstance(element, tuple) else function(element)
            yield tf.nest.map_structure(tf.convert_to_tensor, value)

    source = results()
    first = next(source)
    started = [itertools.chain([first], source)]
    signature = tf.nest.map_structure(tf.type_spec_from_value, first)
    return tf.data.Dataset.from_generator(lambda: started.pop() if started else results(), output_signature=signature)


def _filter(dataset: Any, predicate: Callable[..., Any]) -> Any:
    tf = importlib.import_module("tensorflow")

    def kept() -> Iterator[Any]:
        for element in dataset:
            if predicate(*element) if isinstance(element, tuple) else predicate(element):
                yield element

    return tf.data.Dataset.from_generator(kept, output_signature=dataset.element_spec)
