"""Code that provides what is missing is not reported where eager code or Keras has provided it before; what a trace provides first is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence
from tflint_autograph.traced.escape.prepared import BUILT, PREPARED

MODEL = """
import tensorflow as tf


class Model(tf.Module):
    def __init__(self):
        self.path = tf.constant("x")
        self.parts = None

    def prepare(self):
        {guard}
            self.parts = tf.identity(self.path).numpy().decode()

    @tf.function
    def leaves(self, x):
        self.prepare()
        return x

    def predict(self, x):
        {before}
        return self.leaves(x)


Model().predict(tf.ones([2]))
"""
MEMO = """
import tensorflow as tf

total = None


def provided():
    global total
    if total is None:
        total = tf.ones([])
    return total


@tf.function
def step(x):
    return x + provided()


{before}
for number in range(3):
    step(tf.constant(1.0))
    {within}
provided()
"""
LAYER = """
import tensorflow as tf


class Layer(tf.keras.layers.Layer):
    def start(self, x):
        self.total = tf.reduce_sum(x).numpy()
        self.built = True

    def {method}(self, x):
        if not self.{flag}:
            self.start(x)
        return x
"""
CALLED = """
    def call(self, x):
        return self.run(x)
"""
RUN = """

model = tf.keras.Sequential([Layer()])
model.compile("sgd", "mse")
model.fit(tf.ones([2, 2]), tf.ones([2, 2]))
"""


@pytest.mark.parametrize(
    ("before", "within", "is_prepared"), [("", "", False), ("provided()", "", True), ("", "provided()", True), ("step(tf.ones([]))", "", False)]
)
def test_what_eager_code_calls_behind_the_trace_finds_what_that_provided(tmp_path: Path, before: str, within: str, is_prepared: bool) -> None:
    (found,) = report_of(tmp_path, MEMO.format(before=before, within=within), select=("TFA505",)).findings
    assert found.excuse == (PREPARED if is_prepared else "")


@pytest.mark.parametrize(
    ("guard", "before", "is_prepared"),
    [
        ("if self.parts is None:", "self.prepare()", True),
        ("if not self.parts:", "self.prepare()", True),
        ("if self.parts is None:", "print('starts')", False),
        ("if x:", "self.prepare()", False),
    ],
)
def test_what_eager_code_provides_before(tmp_path: Path, guard: str, before: str, is_prepared: bool) -> None:
    source = MODEL.format(guard=guard, before=before).replace("if x:", "if len('x') == 1:")
    (found,) = report_of(tmp_path, source, select=("TFA302",)).findings
    assert (found.confidence is Confidence.LOW) == (found.excuse == PREPARED)
    assert (found.excuse == PREPARED) is is_prepared


@pytest.mark.parametrize(
    ("source", "is_built"),
    [
        (LAYER.format(method="call", flag="built") + RUN, True),
        (LAYER.format(method="call", flag="ready") + RUN, False),
        (LAYER.format(method="run", flag="built") + CALLED + RUN, False),
    ],
)
def test_what_keras_builds_before(tmp_path: Path, source: str, is_built: bool) -> None:
    (found,) = report_of(tmp_path, source, select=("TFA302",)).findings
    assert (found.confidence is Confidence.LOW) == (found.excuse == BUILT)
    assert (found.excuse == BUILT) is is_built
