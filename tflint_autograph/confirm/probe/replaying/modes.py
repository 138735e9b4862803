"""Switches TensorFlow to one of the two modes, with the same seeds and draws in both."""

from __future__ import annotations

import importlib
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any
from weakref import WeakKeyDictionary
from zlib import crc32

from tflint_autograph.confirm.probe.replaying.datasets import call_eagerly
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import SEED, Mode


def prepare(mode: Mode, lines: LineCounter, tensorflow_seed: int) -> None:
    """Seeds all generators; in eager mode, makes Python run what TensorFlow would trace.

    `run_functions_eagerly` covers `tf.function` and Keras. Functions passed to `Dataset.map` and `filter` are traced even in the debug mode
    of `tf.data` (CONFIRM.md 4), so the user's own are called for each element instead. Methods reference their objects, as those of Python
    do.
    """
    # TensorFlow has no type information; imported by name, it is Any whether it is installed or not
    tf = importlib.import_module("tensorflow")
    seed(tensorflow_seed)
    if mode == "graph":
        return
    tf.config.run_functions_eagerly(True)
    tf.data.experimental.enable_debug_mode()
    call_eagerly(lambda function: _is_own(function, lines))
    hold_objects()


def _is_own(function: Any, lines: LineCounter) -> bool:
    code = getattr(function, "__code__", None)
    return code is not None and lines.is_own(code.co_filename)


def seed(tensorflow_seed: int) -> None:
    """Seeds every shared generator with the seed that both modes start with."""
    random.seed(SEED)
    importlib.import_module("numpy").random.seed(SEED)
    importlib.import_module("tensorflow").random.set_seed(tensorflow_seed)


def hold_objects() -> None:
    """Makes every `tf.function` reference the object it is looked up on, as a method would without tracing.

    TensorFlow uses a weak reference, and keeps the method as long as the object; so the object stays alive.
    """
    kind: Any = type(importlib.import_module("tensorflow").function(lambda: None))
    look_up = kind.__get__

    @wraps(look_up)
    def held(function: Any, instance: Any, owner: Any = None) -> Any:
        found = look_up(function, instance, owner)
        if found is not function and isinstance(found, kind):
            found.held = instance
        return found

    kind.__get__ = held


class EqualDraws:
    """Seeds the operations that draw by the user's line on the stack, and by how often it drew before in the call or trace.

    TensorFlow numbers them in the order of the calls, eagerly, and in that of each graph (`tensorflow.python.framework.random_seed`), so
    that the modes draw different values under one seed. What a loop in the graph draws is still different.
    """

    def __init__(self, lines: LineCounter) -> None:
        self._lines = lines
        self._eager: Counter[str] = Counter()
        self._of_graphs: WeakKeyDictionary[Any, Counter[str]] = WeakKeyDictionary()

    def begin(self) -> None:
        """Starts the eager draws of a call."""
        self._eager.clear()

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Context manager in which operations without a seed of their own get such seeds."""
        seeds: Any = importlib.import_module("tensorflow.python.framework.random_seed")
        get_seed = seeds.get_seed
        seeds.get_seed = lambda seed: get_seed(self._number() if seed is None else seed)
        try:
            yield
        finally:
            seeds.get_seed = get_seed

    def _number(self) -> int:
        tf: Any = importlib.import_module("tensorflow")
        ops: Any = importlib.import_module("tensorflow.python.framework.ops")
        drawn = self._eager if tf.executing_eagerly() else self._of_graphs.setdefault(ops.get_default_graph(), Counter())
        place = str(self._lines.stack()[:1])
        drawn[place] += 1
        return crc32(f"{place} {drawn[place]}".encode()) >> 1
