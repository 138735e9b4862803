"""Objects with equal constants have no trace of their own for a reason; those that differ may."""

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

CLASS = """
import tensorflow as tf


class Scaled:
    def __init__(self, seed=0):
        self.gain, self.seed = 2.0, seed
        self.step = tf.function(self.work)

    def work(self, v):
        return v * self.gain + self.seed


def run(scaled):
    value = tf.constant(1.0)
    for _ in range(4):
        value = scaled.step(value)
    return value


for seed in range(6):
    run(Scaled({given}))
"""


@pytest.mark.parametrize(("given", "confidence"), [("", Confidence.HIGH), ("3", Confidence.HIGH), ("seed", Confidence.LOW)])
def test_equal_objects_are_made_for_no_reason(tmp_path: Path, given: str, confidence: Confidence) -> None:
    found = report_of(tmp_path, CLASS.format(given=given), select=("TFA403",)).findings
    assert {each.confidence for each in found} == {confidence}
