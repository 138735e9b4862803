"""`confirm` looks into the graph for what a line adds to it: an operation that no result needs never runs, whatever the arguments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.confirm.confirmed import confirmed

pytestmark = pytest.mark.tensorflow

MODULE = """\
import tensorflow as tf


@tf.function
def unused(x):  # tflint: call(tf.ones([3, 2]))
    tf.ensure_shape(x, [None, 2])
    return x * 2.0


@tf.function
def caught(x):  # tflint: call(tf.ones([3, 2]))
    with tf.control_dependencies([tf.debugging.assert_positive(x)]):
        tf.reshape(x, [6])
    return x * 2.0


@tf.function
def written(x):  # tflint: call(tf.constant(1.0))
    out = tf.TensorArray(tf.float32, size=2, element_shape=[])
    out.write(0, x)
    out.write(1, x * 2.0)
    return out.stack()
"""


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("dropped")
    (folder / "m.py").write_text(MODULE, encoding="utf-8")
    found = confirmed(folder, "--no-cache", "--select", "TFA216,TFA507", "--using", "tests")
    return {f"{each['function']}:{each['range']['start']['line']}": each["evidence"] for each in found["findings"]}


@pytest.mark.parametrize("name", ["unused:6", "caught:13", "written:20", "written:21"])
def test_what_computes_and_is_not_used_is_confirmed_to_be_left_out(verdicts: dict[str, Any], name: str) -> None:
    assert verdicts[f"m.{name}"] == {
        **verdicts[f"m.{name}"],
        "verdict": "confirmed",
        "text": "computes 3 times eagerly, and the graph leaves it out, since no result needs it",
    }
