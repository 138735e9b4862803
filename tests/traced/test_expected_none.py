"""How sure a finding about the static value of a tensor is: whether the code that has the value expects None."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

STATIC = """
import tensorflow as tf


def part(x, limit):
    known = tf.get_static_value(tf.square(x))
    {uses}
    return x


@tf.function
def step(x):
    return part(x, 3)
"""


@pytest.mark.parametrize(
    "uses",
    [
        "if known is not None and known > limit:\n        return x * 2.0",
        "return tf.TensorShape([known, limit])",
        "return x if known is None else x * known",
    ],
)
def test_code_that_expects_none(tmp_path: Path, uses: str) -> None:
    (found,) = report_of(tmp_path, STATIC.format(uses=uses), select=("TFA115",)).findings
    assert found.confidence is Confidence.LOW


@pytest.mark.parametrize(
    "uses",
    [
        "if known:\n        return x * 2.0",
        "if known > limit:\n        return x * 2.0",
        "return x * known",
        "return x[:, known]",
        "x = x if known else x * 2.0",
        "other = lambda: known\n    return x * other()",
        "assert known",
        "known.item()",
    ],
)
def test_code_that_needs_the_value(tmp_path: Path, uses: str) -> None:
    (found,) = report_of(tmp_path, STATIC.format(uses=uses), select=("TFA115",)).findings
    assert found.confidence is Confidence.HIGH


@pytest.mark.parametrize(
    ("test", "confidence"),
    [
        ("tf.get_static_value(y) is None", Confidence.LOW),
        ("None is not tf.get_static_value(y)", Confidence.LOW),
        ("tf.get_static_value(y) == 0.0", Confidence.HIGH),
        ("tf.get_static_value(y)", Confidence.HIGH),
    ],
)
def test_a_condition_asks_for_none(tmp_path: Path, test: str, confidence: Confidence) -> None:
    text = f"""
    import tensorflow as tf

    @tf.function
    def step(x):
        y = tf.square(x)
        return y if {test} else x
    """
    (found,) = report_of(tmp_path, text, select=("TFA115",)).findings
    assert found.confidence is confidence
