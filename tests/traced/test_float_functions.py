"""The dtypes that functions of TensorFlow give, by what a counter of a graph loop adds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


@tf.function
def energy(signal, other, row):
    level = 0
    for _ in tf.range(4):
        level += {added}
    return level
"""


def found(tmp_path: Path, added: str) -> list[Confidence]:
    report = report_of(tmp_path, PROGRAM.format(added=added), select=("TFA207",), min_confidence=Confidence.LOW)
    assert report.problems == ()
    return [each.confidence for each in report.findings]


@pytest.mark.parametrize(
    "added",
    ["tf.reduce_sum(tf.nn.log_softmax(signal))", "tf.math.reduce_logsumexp(signal)", "tf.nn.l2_loss(signal)", "tf.math.reduce_std(signal)",
     "tf.math.erf(signal)[0]", "tf.maximum(0, tf.sqrt(signal[0]))", "tf.reduce_sum(tf.stack([tf.exp(row), tf.tanh(row)]))",
     "tf.reduce_sum(tf.nn.sparse_softmax_cross_entropy_with_logits(tf.cast(other, tf.int64), signal))"],
)  # fmt: skip
def test_a_function_that_takes_floats_gives_floats(tmp_path: Path, added: str) -> None:
    assert found(tmp_path, added) == [Confidence.HIGH]


@pytest.mark.parametrize("added", ["tf.maximum(0, tf.cast(signal[0], tf.int32))", "tf.minimum(1, tf.size(signal))", "tf.add_n([1, 2])"])
def test_an_int_stays_an_int(tmp_path: Path, added: str) -> None:
    assert found(tmp_path, added) == []


@pytest.mark.parametrize("added", ["tf.maximum(signal[0], other[0])", "tf.reduce_sum(tf.stack([signal, other]))", "tf.abs(signal[0])"])
def test_of_unknown_tensors_nothing_is_sure(tmp_path: Path, added: str) -> None:
    assert found(tmp_path, added) == [Confidence.LOW]
