"""A finding that is true under Keras 3 alone says so in every format; one that is true under Keras 2 as well does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.report.formats import FORMATS, render

LAYER = """
import tensorflow as tf

class Net(tf.keras.Model):
    def call(self, x):
        {body}
        return x

    def train_step(self, data):
        {step}
        return {{}}
"""
UNDER = "under Keras 3"


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    "body",
    [
        "x = tf.keras.layers.Dropout(0.5)(x)",
        "x = x if tf.reduce_sum(x) > 0.0 else -x",
        "x = x * float(tf.reduce_sum(x))",
        "for row in tf.square(x):\n            x += row",
    ],
)
def test_every_format_says_under_which_keras(tmp_path: Path, name: str, body: str) -> None:
    report = report_of(tmp_path, LAYER.format(body=body, step="pass"))
    assert report.findings
    assert UNDER in render(name, report, color=False, quiet=True)


@pytest.mark.parametrize(
    ("body", "step"),
    [
        ("x = tf.keras.layers.Dense(1)(x)", "pass"),
        ("x = x * x.numpy()", "pass"),
        ("pass", "x = data if tf.reduce_sum(data) > 0.0 else -data"),
    ],
)
def test_what_either_keras_does_says_nothing(tmp_path: Path, body: str, step: str) -> None:
    report = report_of(tmp_path, LAYER.format(body=body, step=step))
    assert report.findings
    assert UNDER not in render("concise", report, color=False)


def test_code_for_keras_2_has_no_such_finding(tmp_path: Path) -> None:
    sources = LAYER.format(body="x = x if tf.reduce_sum(x) > 0.0 else -x", step="pass")
    assert not report_of(tmp_path, "import tf_keras\n" + sources).findings
