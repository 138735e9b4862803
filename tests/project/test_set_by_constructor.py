"""A constructor sets a module-level name before its object starts a trace; any other method may do so between two calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf

EXPORT = {{"mean": 0.0}}

class Trainer:
    def {method}(self, data):
        EXPORT["mean"] = 1.0
        self.data = list(data)

@tf.function
def step(x):
    return x * EXPORT["mean"]
"""


@pytest.mark.parametrize(("method", "expected"), [("__init__", Confidence.LOW), ("train", Confidence.MEDIUM)])
def test_a_constructor_sets_up(tmp_path: Path, method: str, expected: Confidence) -> None:
    (finding,) = report_of(tmp_path, PROGRAM.format(method=method), select=("TFA113",)).findings
    assert finding.confidence is expected
