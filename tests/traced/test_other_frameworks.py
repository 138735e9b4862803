"""A draw of NumPy where the code otherwise draws with TensorFlow is for another framework: info only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Severity

BRANCHES = """
import numpy as np
import tensorflow as tf

def noise(shape, framework):
{body}

@tf.function
def step(x, framework="tf"):
    return x + noise(x.shape, framework)
"""


@pytest.mark.parametrize(
    ("body", "severity"),
    [
        ("    if framework == 'tf':\n        return tf.random.normal(shape)\n    return np.random.randn(*shape)", Severity.INFO),
        ("    if framework == 'np':\n        y = np.random.randn(*shape)\n    else:\n        y = tf.random.normal(shape)\n    return y", Severity.INFO),
        ("    if framework == 'tf':\n        y = tf.random.normal(shape)\n    else:\n        y = draw(shape)\n    return y\n\ndef draw(shape):\n    return np.random.randn(*shape)", Severity.INFO),
        ("    if framework == 'tf':\n        return tf.zeros(shape)\n    return np.random.randn(*shape)", Severity.ERROR),
        ("    y = tf.random.normal(shape)\n    return y + np.random.randn(*shape)", Severity.ERROR),
        ("    y = tf.random.normal(shape)\n    if tf.reduce_sum(y) > 0:\n        y = tf.random.normal(shape)\n    else:\n        y = np.random.randn(3)\n    return y", Severity.ERROR),
        ("    y = tf.random.normal(shape)\n    if framework == 'np':\n        y = np.random.randn(3)\n    return y", Severity.ERROR),
    ],
)  # fmt: skip
def test_a_draw_for_another_framework(tmp_path: Path, body: str, severity: Severity) -> None:
    found = report_of(tmp_path, BRANCHES.format(body=body), select=("TFA110",)).findings
    assert [finding.severity for finding in found] == [severity]
