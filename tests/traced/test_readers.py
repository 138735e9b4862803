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


def test_a_constructor_reads_what_was_there_before(tmp_path: Path) -> None:
    other = "class Plot:\n    def __init__(self, receiver):\n        self.first = receiver.constellation.points"
    assert confidence(tmp_path, READS, other) is Confidence.LOW


@pytest.mark.parametrize("own", [READS, "return tf.map_fn(lambda each: each + self.constellation.points, x)"])
def test_a_method_that_a_base_class_calls_may_read_it_within_the_call(tmp_path: Path, own: str) -> None:
    assert confidence(tmp_path, own) is Confidence.LOW


@pytest.mark.parametrize(
    "other",
    [
        "print(Constellation().points)",
        "def show(receiver):\n    print(receiver.constellation.points)",
        "class Plot:\n    def draw(self, receiver):\n        return receiver.constellation.points",
        "class Watch(tf.keras.callbacks.Callback):\n    def on_epoch_end(self, epoch, logs=None):\n        print(self.model.points)",
        "class Report:\n    def show(self, receiver):\n        print(receiver.constellation.points)\n\nReport().show(Receiver(Constellation()))",
    ],
)
def test_eager_code_that_reads_it_gets_a_symbolic_tensor(tmp_path: Path, other: str) -> None:
    assert confidence(tmp_path, READS, other) > Confidence.LOW


LIBRARY = """
import tensorflow as tf

class Attention(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.scores = None

    def call(self, x):
        self.scores = tf.nn.softmax(x)
        return x * 2.0
"""
USES = """
import tensorflow as tf
from lib import Attention

layer = Attention()

def show(layer, other):
    {use}

show(layer, tf.ones(3))
"""


@pytest.mark.parametrize(
    ("use", "is_shown"),
    [("print(layer.scores)", True), ("print(layer(other))", False), ("layer.scores = None", False), ("print(other.scores)", False)],
)
def test_a_file_that_imports_the_class_may_read_it_too(tmp_path: Path, use: str, is_shown: bool) -> None:
    report = report_of(tmp_path, {"lib.py": LIBRARY, "main.py": USES.format(use=use)}, select=("TFA505",))
    assert [finding.confidence > Confidence.LOW for finding in report.findings] == [is_shown]


@pytest.mark.parametrize(
    "other",
    ["import argparse\nprint(argparse.Namespace().scores)", "class Table:\n    def show(self):\n        return self.scores"],
)
def test_an_attribute_of_the_same_name_elsewhere_is_another_one(tmp_path: Path, other: str) -> None:
    (finding,) = report_of(tmp_path, {"lib.py": LIBRARY, "other.py": other}, select=("TFA505",)).findings
    assert finding.confidence is Confidence.LOW
