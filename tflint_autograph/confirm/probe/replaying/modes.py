"""Switches TensorFlow to one of the two modes, with the same seeds in both."""

from __future__ import annotations

import importlib
import random
from typing import Any

from tflint_autograph.confirm.probe.replaying.datasets import call_eagerly
from tflint_autograph.confirm.probe.replaying.methods import hold_objects
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
