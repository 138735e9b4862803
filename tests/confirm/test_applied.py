"""A finding at the call that applies a function: the condition in the function raises. Runs TensorFlow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.confirm.confirmed import confirmed

pytestmark = pytest.mark.tensorflow

PROGRAM = """
import tensorflow as tf


def clip(x):
    if x > 0.0:
        return x
    return x * 0.0


@tf.function
def entry(x):  # tflint: call(tf.constant(2.0))
    return tf.add_n(list(map(clip, [x, -x])))
"""


def test_the_condition_that_raises_confirms_the_call(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(PROGRAM, encoding="utf-8")
    found = confirmed(tmp_path)["findings"]
    assert [(each["code"], each["range"]["start"]["line"], each["evidence"]["verdict"]) for each in found] == [("TFA201", 13, "confirmed")]
