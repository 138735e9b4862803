"""The methods with which Keras runs a model, as runs of the code that it traces: around a change, and beside changes that do no harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import keras
import numpy as np

LIMIT = 1.0


class Dimmer(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.level = 1.0

    def call(self, x):
        return keras.ops.minimum(x * self.level, LIMIT)

    def dim(self, level):
        self.level = level


class Panel(keras.Model):
    def __init__(self):
        super().__init__()
        self.gain = 1.0

    def call(self, x):
        return x * self.gain

    def turn(self, gain):
        self.gain = gain


def bound(limit):
    global LIMIT
    LIMIT = limit


dimmer, panel = Dimmer(), Panel()
model = keras.Sequential([keras.Input((2,)), dimmer])
x = np.ones((4, 2), "float32")

{code}
"""


def sure(tmp_path: Path, code: str) -> bool:
    report = report_of(tmp_path, {"main.py": PROGRAM.format(code=code)}, select=("TFA113", "TFA114"))
    assert report.problems == ()
    return any(finding.confidence > Confidence.LOW for finding in report.findings)


CHANGES = [("dimmer.dim(level)", "model"), ("dimmer.level = level", "model"), ("panel.turn(level)", "panel"), ("bound(level)", "model")]


@pytest.mark.parametrize(("change", "run"), CHANGES)
@pytest.mark.parametrize("method", ["predict(x)", "fit(x, x)", "train_on_batch(x, x)"])
def test_a_model_that_is_run_again_after_a_change(tmp_path: Path, change: str, run: str, method: str) -> None:
    assert sure(tmp_path, f"def serve(level):\n    {change}\n    return {run}.{method}")
    assert sure(tmp_path, f"for level in np.linspace(0.1, 1.0, 9):\n    {change}\n    {run}.{method}")


@pytest.mark.parametrize(("change", "run"), CHANGES[:3])
@pytest.mark.parametrize("line", ["compile()", "summary()"])
def test_a_model_that_is_compiled_or_does_not_run(tmp_path: Path, change: str, run: str, line: str) -> None:
    after = f"    return {run}.predict(x)" if line == "compile()" else "    return x"
    assert not sure(tmp_path, f"def serve(level):\n    {change}\n    {run}.{line}\n{after}")


def test_a_method_of_that_name_of_something_else(tmp_path: Path) -> None:
    assert not sure(tmp_path, "def serve(level, forest):\n    dimmer.dim(level)\n    return forest.predict(x)")


def test_a_model_of_each_call(tmp_path: Path) -> None:
    body = "part = Dimmer()\n    own = keras.Sequential([part])\n    part.dim(level)\n    return own.predict(x)"
    assert not sure(tmp_path, f"def serve(level):\n    {body}")


@pytest.mark.parametrize(("other", "expected"), [("keras.Sequential([])", True), ("model", False), ("find()", True), ("panel", False)])
def test_another_model_is_compiled(tmp_path: Path, other: str, expected: bool) -> None:
    """One of the module may be the model itself; one that the function creates or fetches is another."""
    assert sure(tmp_path, f"def serve(level):\n    dimmer.dim(level)\n    net = {other}\n    net.compile()\n    return model.predict(x)") == expected


@pytest.mark.parametrize(("change", "expected"), [("Part.level = level", True), ("Part.level = 2.0", False)])
def test_an_attribute_of_the_class(tmp_path: Path, change: str, expected: bool) -> None:
    part = "class Part(keras.layers.Layer):\n    level = 1.0\n\n    def call(self, x):\n        return x * self.level\n\n\n"
    run = f"net = keras.Sequential([Part()])\n\n\ndef serve(level):\n    {change}\n    return net.predict(x)"
    assert sure(tmp_path, part + run) == expected


GIVEN = """
import tensorflow as tf

SHARE = 0.0


class Focal(tf.keras.losses.Loss):
    def __init__(self):
        super().__init__()
        self.gamma = 1.0

    def call(self, y, p):
        return tf.reduce_mean((y - p) ** self.gamma)


def blend(y, p):
    return tf.reduce_mean(p) * SHARE


def prepare(net):
    net.compile("sgd", loss="mse")


focal = Focal()
model, other = tf.keras.Sequential([]), tf.keras.Sequential([])
x = tf.ones((4, 2))
{code}
"""

COMPILE = "model.compile('sgd', loss={loss})"
LOOP = "for SHARE in (1.0, 2.0, 3.0):\n    focal.gamma = SHARE\n"


@pytest.mark.parametrize("loss", ["blend", "focal", "[focal]", "{'out': blend}"])
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("{compile}\n{loop}    model.fit(x, x)", True),
        ("{loop}    {compile}\n    model.fit(x, x)", False),
        ("{compile}\n{loop}    prepare(model)\n    model.fit(x, x)", False),
        ("{compile}\n{loop}    other.compile('sgd', loss='mse')\n    model.fit(x, x)", True),
        ("{compile}\nother.compile('sgd', loss='mse')\n{loop}    other.fit(x, x)", False),
        ("def run():\n    global SHARE\n    {compile}\n    for SHARE in range(4):\n        focal.gamma = SHARE\n        model.fit(x, x)", True),
        ("{compile}\nmodel.fit(x, x)\nSHARE = focal.gamma = 2.0\nmodel.fit(x, x)", True),
        ("{compile}\nmodel.fit(x, x)\nSHARE = focal.gamma = 2.0\n{compile}\nmodel.fit(x, x)", False),
        ("{compile}\nSHARE = focal.gamma = 2.0\nmodel.fit(x, x)", False),
    ],
)
def test_what_a_model_is_compiled_with(tmp_path: Path, loss: str, code: str, *, expected: bool) -> None:
    program = code.format(compile=COMPILE.format(loss=loss), loop=LOOP)
    report = report_of(tmp_path, {"main.py": GIVEN.replace("{code}", program)}, select=("TFA113", "TFA114"))
    assert report.problems == ()
    code_of = "TFA113" if "blend" in loss else "TFA114"
    assert any(each.code == code_of and each.confidence > Confidence.LOW for each in report.findings) == expected


@pytest.mark.parametrize(("change", "run"), CHANGES)
def test_a_model_that_is_compiled_before_the_changes(tmp_path: Path, change: str, run: str) -> None:
    assert sure(tmp_path, f"{run}.compile()\nfor level in np.linspace(0.1, 1.0, 9):\n    {change}\n    {run}.fit(x, x)")
    assert not sure(tmp_path, f"for level in np.linspace(0.1, 1.0, 9):\n    {change}\n    {run}.compile()\n    {run}.fit(x, x)")


def test_a_layer_that_may_be_in_a_model_compiled_again(tmp_path: Path) -> None:
    """Which of the models contains the layer is not known, so that it may be the one that is traced anew."""
    before = "first, second = keras.Sequential([]), keras.Sequential([dimmer])\nfirst.compile()\nsecond.compile()\nfirst.fit(x, x)\nsecond.fit(x, x)\n"
    assert sure(tmp_path, f"{before}dimmer.level = 2.0\nfirst.fit(x, x)\nsecond.fit(x, x)")
    assert not sure(tmp_path, f"{before}dimmer.level = 2.0\nsecond.compile()\nsecond.fit(x, x)\nfirst.fit(x, x)")
