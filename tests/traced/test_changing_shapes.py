"""A loop whose counter is one end of a slice has another shape in each iteration, so that no graph loop can replace it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf

@tf.function
def step(x):
    for i in range(1, 64):
        {body}
    return x
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x = x + tf.reduce_sum(x[:i])", Confidence.LOW),
        ("x = x + tf.reduce_sum(x[..., 2 * i:, 0])", Confidence.LOW),
        ("x = x + tf.reduce_sum(x[i:i + 1])", Confidence.HIGH),
        ("x = x + tf.reduce_sum(x[i])", Confidence.HIGH),
        ("x = x + tf.reduce_sum(x[:3])", Confidence.HIGH),
    ],
)
def test_a_slice_that_grows_needs_a_python_loop(tmp_path: Path, body: str, expected: Confidence) -> None:
    (finding,) = report_of(tmp_path, PROGRAM.format(body=body), select=("TFA401",)).findings
    assert finding.confidence is expected
