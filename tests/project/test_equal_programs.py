"""Programs that mean the same have the same findings, however they are written."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.programs import report_of

Found = Counter[tuple[str, str]]

FITTED = """\
import tensorflow as tf

class Net(tf.keras.Model):
    def call(self, x):
        print("x", x)
        return x

def run(data):
    model = Net()
    model.compile("sgd", "mse")
    {}
    model.fit(data)
"""
BY_HAND = """\
import tensorflow as tf

class Net(tf.keras.Model):
    def call(self, x):
        print("x", x)
        return x

def train(data):
    net = Net()
    opt = tf.keras.optimizers.SGD()
    for x, y in data:
        with {} as tape:
            loss = tf.reduce_mean(net(x))
        grads = tape.gradient(loss, net.trainable_variables)
        {}

train([])
"""
APPLY = "opt.apply_gradients(zip(grads, net.trainable_variables))"


def written(program: str, *parts: str) -> str:
    """A program with statements put into its gaps, each indented as its gap is."""
    for part in parts:
        head, _, tail = program.partition("{}")
        indent = head.rpartition("\n")[2]
        program = head + part.replace("\n", f"\n{indent}" if not indent.strip() else "\n") + tail
    return program


def found(root: Path, program: str) -> Found:
    """The codes of the findings with their confidence."""
    return Counter((each.code, each.confidence.name) for each in report_of(root, program).findings)


@pytest.mark.parametrize(
    "switch",
    ["model.run_eagerly=True", "model.run_eagerly = (\n    True)", "model.run_eagerly, more = True, 1", "on = True\nmodel.run_eagerly = on", "m = model\nm.run_eagerly = True"],
)  # fmt: skip
def test_a_model_is_told_to_run_eagerly(tmp_path: Path, switch: str) -> None:
    assert found(tmp_path, written(FITTED, "pass"))
    assert found(tmp_path, written(FITTED, "model.run_eagerly = True")) == {}
    assert found(tmp_path, written(FITTED, switch)) == {}


@pytest.mark.parametrize(
    ("tape", "apply"),
    [
        ("tf.GradientTape ()", APPLY),
        ("tf.GradientTape(\n    persistent=True)", APPLY),
        ("tf.GradientTape()", APPLY.replace("(zip", " (zip")),
        ("tf.GradientTape()", f"(opt\n    .{APPLY.removeprefix('opt.')})"),
        ("tf.GradientTape()", f"done = {APPLY}"),
    ],
)
def test_a_model_is_trained_by_hand(tmp_path: Path, tape: str, apply: str) -> None:
    first = found(tmp_path, written(BY_HAND, "tf.GradientTape()", APPLY))
    assert first == {("TFA101", "LOW"): 1} != found(tmp_path, written(BY_HAND, "tf.GradientTape()", "net.fit(x)"))
    assert found(tmp_path, written(BY_HAND, tape, apply)) == first
