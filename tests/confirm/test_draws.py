"""`confirm` compares what is drawn in both modes: equal seeds give equal draws, so that chance hides no verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.confirm.confirmed import confirmed

pytestmark = pytest.mark.tensorflow

MODULE = """\
import tensorflow as tf


@tf.function
def drawn(x, n):  # tflint: call(tf.constant(1.0), 1)
    for _ in range(2):
        x = x + tf.random.normal([])
    if tf.random.uniform([]) > 0.5:
        x = x + tf.random.uniform([])
    return [x][n - 1]


dropout = tf.keras.layers.Dropout(0.5)
table = tf.Variable(tf.zeros([4]))


@tf.function
def dropped(x, n):  # tflint: call(tf.ones([4]), 1)
    table.assign(tf.random.shuffle(tf.range(4.0)) + tf.random.gamma([4], 0.5))
    return [dropout(x, training=True)][n - 1]


@tf.function
def frozen(x):  # tflint: call(tf.constant(1.0))
    print("drawn")
    return x + tf.random.normal([])
"""


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("drawn")
    (folder / "m.py").write_text(MODULE, encoding="utf-8")
    found = confirmed(folder, "--no-cache", "--select", "TFA101,TFA301", "--using", "tests")
    return {each["function"]: each["evidence"] for each in found["findings"]}


@pytest.mark.parametrize("name", ["drawn", "dropped"])
def test_draws_of_equal_seeds_are_equal_in_both_modes(verdicts: dict[str, Any], name: str) -> None:
    assert verdicts[f"m.{name}"]["verdict"] == "refuted", verdicts
    assert "with the same result in the graph" in verdicts[f"m.{name}"]["text"]


def test_what_is_written_is_confirmed_beside_a_draw(verdicts: dict[str, Any]) -> None:
    assert verdicts["m.frozen"]["verdict"] == "confirmed", verdicts
