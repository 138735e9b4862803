"""A function that warns whoever runs it in a graph has no findings behind the warning: its author knows what they would say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence
from tflint_autograph.traced.escape.warned_of_graphs import WARNED

PROGRAM = """
import logging
import warnings
import tensorflow as tf


class Areas(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.areas = []

    def update_state(self, found, other):
        {before}
        self.add(found, other)

    def add(self, found, other):
        self.areas.append(other)

    def result(self):
        return sum(self.areas)
"""
WARNS = 'if not tf.executing_eagerly():\n            warnings.warn("needs eager execution")'


def is_warned(root: Path, before: str) -> bool:
    """Whether the one finding has low confidence, for this reason."""
    (found,) = report_of(root, PROGRAM.format(before=before), select=("TFA503",)).findings
    assert (found.confidence is Confidence.LOW) == (found.excuse == WARNED)
    return found.excuse == WARNED


@pytest.mark.parametrize("before", [WARNS, WARNS.replace("warnings.warn", "logging.error")])
def test_the_author_warns(tmp_path: Path, before: str) -> None:
    assert is_warned(tmp_path, before)


@pytest.mark.parametrize(
    "before",
    [
        "pass",
        WARNS.replace("not ", ""),
        WARNS.replace("warnings.warn", "logging.info"),
        WARNS.replace("tf.executing_eagerly()", "found"),
        WARNS + "\n            found = tf.stop_gradient(found)",
    ],
)
def test_the_author_warns_of_something_else(tmp_path: Path, before: str) -> None:
    assert not is_warned(tmp_path, before)
