"""A symbolic tensor stored under an attribute that no code reads: reported with low confidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

STORED = """
import tensorflow as tf

class Mask:
    @tf.function
    def make(self, x):
        self.width = tf.square(x)
        return x

{then}
"""


@pytest.mark.parametrize(
    ("then", "confidence"),
    [
        ("Mask().make(tf.ones([]))", Confidence.LOW),
        ("mask = Mask()\nmask.make(tf.ones([]))\nmask.width = None", Confidence.LOW),
        ("mask = Mask()\nmask.make(tf.ones([]))\nprint(mask.width)", Confidence.HIGH),
        ("def show(mask):\n    return mask.width", Confidence.HIGH),
        ("def show(mask):\n    return getattr(mask, 'width')", Confidence.HIGH),
    ],
)
def test_who_reads_it_decides(tmp_path: Path, then: str, confidence: Confidence) -> None:
    (finding,) = report_of(tmp_path, STORED.format(then=then), select=("TFA505",)).findings
    assert finding.confidence is confidence
