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
"""


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("dropped")
    (folder / "m.py").write_text(MODULE, encoding="utf-8")
    found = confirmed(folder, "--no-cache", "--select", "TFA216", "--using", "tests")
    return {each["function"]: each["evidence"] for each in found["findings"]}


@pytest.mark.parametrize("name", ["unused", "caught"])
def test_a_check_that_passes_is_confirmed_to_be_left_out(verdicts: dict[str, Any], name: str) -> None:
    assert verdicts[f"m.{name}"] == {
        **verdicts[f"m.{name}"],
        "verdict": "confirmed",
        "text": "computes 3 times eagerly, and the graph leaves it out, since no result needs it",
    }
