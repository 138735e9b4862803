"""How sure it is that a tensor begins a loop of the graph with a known length along the axis it grows along."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

DECODE = """
import tensorflow as tf

@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
def decode(start):
    count = tf.shape(start)[0]
    tokens = {0}
    for _ in tf.range(3):
        tokens = tf.concat([tokens, start[:, None]], {1})
    return tokens
"""


@pytest.mark.parametrize(
    ("begin", "axis"),
    [
        ("start[:, None]", "1"), ("start[:, tf.newaxis]", "axis=1"), ("start[..., None]", "-1"), ("start[None]", "0"),
        ("tf.expand_dims(start, 1)", "*[1]"), ("tf.expand_dims(start, axis=-1)", "-1"), ("tf.fill([count, 1], 0)", "1"),
        ("tf.zeros((count, 1), tf.int32)", "axis=-1"), ("tf.ones(shape=[count, 1])", "1"), ("tf.reshape(start, [-1, 1])", "1"),
        ("tf.stack([start])", "0"), ("tf.stack([start, start], axis=0)", "0"), ("tf.convert_to_tensor([start], tf.int32)", "0"),
    ],
)  # fmt: skip
def test_what_grows_along_an_axis_of_known_length_surely_raises(tmp_path: Path, begin: str, axis: str) -> None:
    (found,) = report_of(tmp_path, DECODE.format(begin, axis), select=("TFA207",)).findings
    assert found.confidence is Confidence.HIGH


@pytest.mark.parametrize(
    ("begin", "axis"),
    [
        ("start[:, None]", "0"), ("start[:, None]", "-1"), ("start[0, None]", "1"), ("start[..., 0:1]", "-1"), ("start", "0"),
        ("tf.expand_dims(start, 1)", "0"), ("tf.fill([count, 1], 0)", "0"), ("tf.zeros([1, count])", "-1"), ("tf.zeros(count)", "0"),
        ("tf.reshape(start, [1, -1])", "1"), ("tf.fill([count, 1], 0)", "count"), ("start[:, None]", "*range(1, 2)"),
    ],
)  # fmt: skip
def test_of_other_axes_nothing_is_sure(tmp_path: Path, begin: str, axis: str) -> None:
    found = report_of(tmp_path, DECODE.format(begin, axis), select=("TFA207",)).findings
    assert all(each.confidence is Confidence.LOW for each in found)
