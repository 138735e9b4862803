"""Gives the draws of `tf.random` in both modes the same values."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary
from zlib import crc32

from tflint_autograph.confirm.probe.state.lines import LineCounter


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
