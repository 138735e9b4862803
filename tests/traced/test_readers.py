"""A tensor stored in an attribute of another object leaks if eager code reads it: each kind of reader, beside one that traced code may call."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf

class Constellation:
    def __init__(self):
        self.points = None

class Base:
    def __init__(self, constellation):
        self.constellation = constellation

    def __call__(self, x):
        return self.call(x)

class Receiver(Base):
    def call(self, x):
        {own}

{other}

constellation = Constellation()

@tf.function
def send(x):
    constellation.points = tf.square(x)
    return x
"""
READS = "return x + self.constellation.points"


def confidence(tmp_path: Path, own: str, other: str = "") -> Confidence:
    """The confidence of the leak."""
    (finding,) = report_of(tmp_path, PROGRAM.format(own=own, other=other), select=("TFA505",)).findings
    return finding.confidence


@pytest.mark.parametrize("own", [READS, "return tf.map_fn(lambda each: each + self.constellation.points, x)"])
def test_a_method_that_a_base_class_calls_may_read_it_within_the_call(tmp_path: Path, own: str) -> None:
    assert confidence(tmp_path, own) is Confidence.LOW


@pytest.mark.parametrize(
    "other",
    [
        "print(Constellation().points)",
        "def show(receiver):\n    print(receiver.constellation.points)",
        "class Watch(tf.keras.callbacks.Callback):\n    def on_epoch_end(self, epoch, logs=None):\n        print(self.model.points)",
        "class Report:\n    def show(self, receiver):\n        print(receiver.constellation.points)\n\nReport().show(Receiver(Constellation()))",
    ],
)
def test_eager_code_that_reads_it_gets_a_symbolic_tensor(tmp_path: Path, other: str) -> None:
    assert confidence(tmp_path, READS, other) > Confidence.LOW
