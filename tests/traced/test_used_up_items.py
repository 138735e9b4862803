"""Items stored in an attribute that the same call alone reads, behind the store: no other call sees what one has left. Runs no TensorFlow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """\
import tensorflow as tf

class Encoder(tf.keras.Model):
    def __init__(self, depth):
        super().__init__()
        self.depth = depth
        self.kept = {{}}

    @tf.function
    def call(self, x):
        {before}
        for i in range(self.depth):
            x = x * 2.0
            self.kept[i] = x
        return x{after}

{reader}

model = Encoder(3)
for _ in range(3):
    model(tf.ones([2]))
"""


@pytest.mark.parametrize(
    ("before", "after", "reader", "expected"),
    [
        ("pass", ", self.kept", "", Confidence.LOW),
        ("x = x + self.kept.get(self.depth, 0.0)", ", self.kept", "", Confidence.HIGH),
        ("pass", ", self.kept", "    def shown(self):\n        return self.kept", Confidence.HIGH),
        ("pass", "", "def shown(model):\n    return model.kept", Confidence.HIGH),
        ("pass", "", "", Confidence.HIGH),
    ],
)
def test_what_the_same_call_reads_alone_is_no_state(tmp_path: Path, before: str, after: str, reader: str, expected: Confidence) -> None:
    program = PROGRAM.format(before=before, after=after, reader=reader)
    found = report_of(tmp_path, program, select=("TFA503",), min_confidence=Confidence.LOW).findings
    assert [each.confidence for each in found] == [expected]
