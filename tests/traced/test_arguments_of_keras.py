"""What `call` of a model finds in its optional arguments when Keras traces it, beside what a caller in traced code passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import tensorflow as tf


class Tagger({base}):
    def call(self, text, labels=None, training=None):
        if labels is not None:
            self.loss = tf.Variable(tf.reduce_sum(labels))
        if training:
            print("training")
        return text


model = Tagger()
print(model(tf.ones([2]), tf.ones([2])))
{use}
"""
TRACED = "\n\n@tf.function\ndef step(x, y):\n    return model(x, y)\n\n\nstep(tf.ones([2]), tf.ones([2]))\n"


@pytest.mark.parametrize(
    ("base", "use", "found"),
    [
        ("tf.keras.Model", "model.predict(tf.ones([2]))", ["TFA101"]),
        ("tf.keras.Model", TRACED, ["TFA101", "TFA501"]),
        ("tf.keras.layers.Layer", "tf.keras.Sequential([model]).predict(tf.ones([2]))", ["TFA101", "TFA501"]),
    ],
)
def test_keras_passes_a_model_its_inputs_alone(tmp_path: Path, base: str, use: str, found: list[str]) -> None:
    report = report_of(tmp_path, {"m.py": PROGRAM.format(base=base, use=use)}, select=("TFA101", "TFA501"))
    assert sorted({finding.code for finding in report.findings}) == found
