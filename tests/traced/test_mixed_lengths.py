"""How sure it is that the length of a tensor, an int32 tensor, does not mix with the other operand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf

@tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.int32)])
def mean(x, count):
    return {} / len(x)
"""


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("tf.reduce_sum(x)", [Confidence.HIGH]), ("2.5", [Confidence.HIGH]), ("tf.cast(count, tf.float64)", [Confidence.HIGH]),
        ("tf.math.floormod(len(x), 3)", []), ("count", []), ("tf.cast(x, tf.int32)", []), ("2", []),
    ],
)  # fmt: skip
def test_the_dtype_of_the_other_operand_decides(tmp_path: Path, other: str, expected: list[Confidence]) -> None:
    found = report_of(tmp_path, PROGRAM.format(other), select=("TFA305",)).findings
    assert [each.confidence for each in found] == expected
