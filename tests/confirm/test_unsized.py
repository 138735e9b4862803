"""What a graph shows that does not know the first sizes of tensors. Runs TensorFlow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.confirm.confirmed import confirmed

pytestmark = pytest.mark.tensorflow

PROGRAM = """
import tensorflow as tf


@tf.function
def scaled(x):
    total = 1.0
    for _ in range(x.shape[0]):
        total = total * 2.0
    return tf.reduce_sum(x) * total


@tf.function
def doubled(x):
    return x * 2.0


def prepared():
    rows = tf.data.Dataset.from_tensor_slices(tf.ones([7, 3])).batch(2)
    return [float(scaled(batch)) for batch in rows.map(doubled)]


def through(rows):
    return rows.map(scaled)


def batches():
    return through(tf.data.Dataset.from_tensor_slices(tf.ones([7, 3])).batch(2))
"""


def test_a_size_that_is_not_known_at_trace_time_is_shown_without_it(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(PROGRAM, encoding="utf-8")
    found = [each for each in confirmed(tmp_path, "--using", "made-up")["findings"] if each["code"] == "TFA304"]
    assert [(each["range"]["start"]["line"], each["evidence"]["verdict"]) for each in found] == [(8, "confirmed")]
    assert "traced with the first sizes of the tensors unknown" in found[0]["evidence"]["text"]
