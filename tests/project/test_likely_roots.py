"""What a function is given by each way in which it is traced: what an unlikely one would give says nothing of the others."""

from __future__ import annotations

from pathlib import Path

from tests.programs import report_of

STEP = """import tensorflow as tf

class Gan(tf.keras.Model):
    @tf.function
    def train_step(self, images):
        size = images.shape[0]
        return tf.random.normal(shape=(size, 3))

model = Gan()
data = tf.data.Dataset.from_tensor_slices(tf.ones([9, 3])).batch(4)
"""


def codes(root: Path, text: str) -> list[str]:
    """The codes that are reported for a program."""
    return [each.code for each in report_of(root, {"m.py": STEP + text}, select=("TFA304",)).findings]


def test_a_step_that_eager_code_calls_gets_whole_batches(tmp_path: Path) -> None:
    assert codes(tmp_path, "for images in data:\n    model.train_step(images)\n") == []


def test_a_step_that_keras_calls_gets_open_batches(tmp_path: Path) -> None:
    assert codes(tmp_path, "model.compile('sgd')\nmodel.fit(data)\n") == ["TFA304"]
