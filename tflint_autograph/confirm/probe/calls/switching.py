"""Switches between running `tf.function`s as Python and as graphs, within one process."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def eagerly(*, wanted: bool = True) -> Iterator[None]:
    """Context manager that runs `tf.function`s as Python, whatever the mode, or as graphs if that is not `wanted`."""
    config = importlib.import_module("tensorflow").config
    before = config.functions_run_eagerly()
    config.run_functions_eagerly(wanted)
    try:
        yield
    finally:
        config.run_functions_eagerly(before)
