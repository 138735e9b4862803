"""Switches TensorFlow to one of the two modes, with the same seeds in both. Watches nothing."""

from __future__ import annotations

import importlib
import itertools
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tflint_autograph.confirm.probe.lines import Lines
from tflint_autograph.confirm.protocol import Mode

SEED = 7


def prepare(mode: Mode, lines: Lines, tensorflow_seed: int) -> None:
    """Seed all generators; in eager mode run as Python what TensorFlow would trace.

    `run_functions_eagerly` reaches `tf.function` and Keras. Functions given to `Dataset.map` and `filter` are traced
    even in the debug mode of `tf.data` (CONFIRM.md 4), so the user's own are called for each element instead.
    """
    # TensorFlow has no type information; imported by name, it is Any whether it is installed or not
    tf = importlib.import_module("tensorflow")
    seed(tensorflow_seed)
    if mode == "graph":
        return
    tf.config.run_functions_eagerly(True)
    tf.data.experimental.enable_debug_mode()
    # TensorFlow forgets a Python function once nobody holds it; the generators below are held by datasets alone
    importlib.import_module("tensorflow.python.ops.script_ops")._py_funcs._funcs = {}
    _replace_for_own_functions(tf.data.Dataset, "map", _eager_map, lines)
    _replace_for_own_functions(tf.data.Dataset, "filter", _eager_filter, lines)


@contextmanager
def eagerly() -> Iterator[None]:
    """Run `tf.function`s as Python for a while, whatever the mode."""
    config = importlib.import_module("tensorflow").config
    before = config.functions_run_eagerly()
    config.run_functions_eagerly(True)
    try:
        yield
    finally:
        config.run_functions_eagerly(before)


def seed(tensorflow_seed: int) -> None:
    """Give every generator that is shared by all the seed both modes start with."""
    random.seed(SEED)
    importlib.import_module("numpy").random.seed(SEED)
    importlib.import_module("tensorflow").random.set_seed(tensorflow_seed)


def _replace_for_own_functions(owner: Any, name: str, replacement: Callable[..., Any], lines: Lines) -> None:
    """Put `replacement` in place of a method where it is given a function of the user's; Keras keeps the real one."""
    method = getattr(owner, name)

    def chosen(dataset: Any, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        code = getattr(function, "__code__", None)
        own = code is not None and lines.is_own(code.co_filename)
        return replacement(dataset, function) if own else method(dataset, function, *args, **options)

    setattr(owner, name, chosen)


def _eager_map(dataset: Any, function: Callable[..., Any]) -> Any:
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


def _eager_filter(dataset: Any, predicate: Callable[..., Any]) -> Any:
    tf = importlib.import_module("tensorflow")

    def kept() -> Iterator[Any]:
        for element in dataset:
            if predicate(*element) if isinstance(element, tuple) else predicate(element):
                yield element

    return tf.data.Dataset.from_generator(kept, output_signature=dataset.element_spec)
