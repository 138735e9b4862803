"""TFA203: unpacking a part of one tensor iterates a tensor; a part of what may be a tuple of tensors may be anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


@tf.function
def corner(x):
    (a, b), (c, d) = {part}
    return a * d - b * c


{call}
"""


@pytest.mark.parametrize("part", ["x[:2, :2]", "x[0]", "x[0][1:3]"])
@pytest.mark.parametrize(("call", "confidence"), [("corner(tf.ones([2, 2]))", Confidence.HIGH), ("", Confidence.LOW)])
def test_the_confidence_is_that_of_what_is_indexed(tmp_path: Path, part: str, call: str, confidence: Confidence) -> None:
    found = report_of(tmp_path, PROGRAM.format(part=part, call=call), select=("TFA203",)).findings
    assert [each.confidence for each in found] == [confidence]
