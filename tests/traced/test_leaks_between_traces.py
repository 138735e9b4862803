"""An attribute that stores a tensor, read by another function: within the same trace, or in a trace of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


class Net(tf.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner
        self.h = None

    def hidden(self, x):
        self.h = tf.square(x)
        return x

    @tf.function
    def first(self, x):
        return self.{first}(x)

    @tf.function
    def second(self, x):
        {then}
        return self.read(x)

    def read(self, x):
        return self.h + x
{more}
"""

RUN = """

def run(net: Net, x):
    net.first(x)
    return net.second(x)
"""


@pytest.mark.parametrize(
    ("first", "then", "more", "expected"),
    [
        ("hidden", "pass", RUN, Confidence.HIGH),
        ("hidden", "self.hidden(x)", RUN, Confidence.LOW),  # It stores its own.
        ("hidden", "self.inner(x)", RUN, Confidence.LOW),  # May run what stores it.
        ("hidden", "pass", f"\n    def put(self, x):\n        self.h = x\n{RUN}", Confidence.HIGH),  # Nothing calls it in between.
        ("hidden", "pass", f"\n    def put(self, x):\n        self.h = x\n{RUN}".replace("    return net", "    net.put(x)\n    return net"), Confidence.LOW),
        ("hidden", "pass", "\n    @tf.function\n    def whole(self, x):\n        self.hidden(x)\n        return self.second(x)\n", Confidence.LOW),
        ("read", "self.hidden(x)", RUN, Confidence.HIGH),
    ],
)
def test_what_another_trace_reads(tmp_path: Path, first: str, then: str, more: str, expected: Confidence) -> None:
    report = report_of(tmp_path, {"main.py": PROGRAM.format(first=first, then=then, more=more)}, select=("TFA505",))
    assert report.problems == ()
    assert [each.confidence for each in report.findings] == [expected]


LAYER = """
import tensorflow as tf


class Dense(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.kept = []

    def call(self, x, split=False):
        if {test}:
            {read}
        else:
            self.kept = [x]
        return x * 2.0

    def backward(self, dy):
        return dy * self.kept[-1]


class Sum(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = Dense()

    def call(self, x):
        return self.dense(x)


model = Sum()
model.compile("sgd", "mse")
model.fit(tf.ones([3, 3]), tf.ones([3, 3]))
"""


@pytest.mark.parametrize(
    ("test", "read", "expected"),
    [
        ("split", "self.kept.append(x)", Confidence.LOW),
        ("split", "x = x + self.kept[0]", Confidence.LOW),
        ("self.kept and split", "x = x + self.kept[0]", Confidence.MEDIUM),  # What an earlier call stored decides.
    ],
)
def test_what_another_branch_reads(tmp_path: Path, test: str, read: str, expected: Confidence) -> None:
    report = report_of(tmp_path, {"main.py": LAYER.format(test=test, read=read)}, select=("TFA505",))
    assert [each.confidence for each in report.findings] == [expected]
