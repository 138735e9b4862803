"""Attributes that eager code sets on another object than the trace reads, or right before the next trace; each beside one that does harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.location import Span


def sure(tmp_path: Path, files: dict[str, str]) -> list[str]:
    """The lines with a finding of TFA114 that is shown by default, as they are written."""
    report = report_of(tmp_path, files, select=("TFA114",))
    assert report.problems == ()
    spans = sorted((finding.span for finding in report.findings if finding.confidence > Confidence.LOW), key=Span.sort_key)
    return [files[span.path].splitlines()[span.start.line - 1].strip() for span in spans]


CHILD = """
import tensorflow as tf


class Net:
    def __init__(self):
        self.layers = [tf.Variable(1.0)]

    def fill(self, values):
        self.layers = [tf.Variable(value) for value in values]

    def child(self):
        {new}
        new.fill([layer * 2.0 for layer in self.layers])
        return new


net = Net()


@tf.function
def step(x):
    return x * net.layers[0]


for _ in range(3):
    step(tf.ones([3]))
    other = net.child()
"""


@pytest.mark.parametrize(("new", "harm"), [("new = Net()", False), ("new = self", True)])
def test_what_a_function_sets_on_its_own_new_object(tmp_path: Path, new: str, harm: bool) -> None:
    assert sure(tmp_path, {"m.py": CHILD.format(new=new)}) == ["return x * net.layers[0]"] * harm


NOTEBOOK = """
import tensorflow as tf


class Net:
    def __init__(self):
        self.scale = 1.0

    def set(self, value):
        self.scale = self.doubled(value)

    def doubled(self, value):
        return value * 2.0

    def apply(self, x):
        return self.doubled(x) * self.scale

    @tf.function
    def __call__(self, x):
        return self.apply(x)


net = Net()
print(net(1.0))
{new}
net.set(2.0)
print(net(1.0))
"""


@pytest.mark.parametrize(("new", "harm"), [("net = Net()", False), ("pass", True), ("net = Net()\nprint(net(1.0))", True)])
def test_what_a_module_sets_on_a_new_object_of_the_same_name(tmp_path: Path, new: str, harm: bool) -> None:
    assert sure(tmp_path, {"m.py": NOTEBOOK.format(new=new)}) == ["return self.doubled(x) * self.scale"] * harm


TRAINED = """
import tensorflow as tf


class Ensemble:
    def __init__(self):
        self.scale = 1.0
        self.layer = tf.keras.layers.Dense(2)

    def thin(self, value):
        self.scale = self.scale * value

    def predict(self, x):
        return self.layer(x)


ensemble = Ensemble()


@tf.function
def step(x):
    return x * ensemble.scale


def evaluate(data):
    own = Ensemble()
    own.predict(data)
    own.thin(2.0)
    return own.predict(data)


for x in [tf.constant(1.0)]:
    step(x)
    {after}
evaluate(tf.constant(1.0))
"""


@pytest.mark.parametrize(("after", "harm"), [("pass", False), ("ensemble.thin(0.5)", True)])
def test_code_that_runs_the_object_and_not_the_trace(tmp_path: Path, after: str, harm: bool) -> None:
    assert sure(tmp_path, {"m.py": TRAINED.format(after=after)}) == ["return x * ensemble.scale"] * harm


TUNED = """
import keras
import tensorflow as tf


class Detector(keras.Model):
    def __init__(self):
        super().__init__()
        self.scale = 1.0

    def call(self, x):
        return x * self.scale

    def quantize(self):
        self.scale = self.scale / 2.0


class Task:
    def __init__(self):
        self.model = Detector()
        self.model.compile()

    def tune(self, x):
        self.model.quantize()
        {then}
        self.model.fit(x)

    def evaluate(self, x):
        return self.model.evaluate(x)


def main():
    task = Task()
    task.evaluate(tf.ones([2]))
    task.tune(tf.ones([2]))
    task.evaluate(tf.ones([2]))


main()
"""


@pytest.mark.parametrize(("then", "harm"), [("self.model.compile()", False), ("pass", True)])
def test_a_model_that_is_compiled_after_the_change(tmp_path: Path, then: str, harm: bool) -> None:
    assert sure(tmp_path, {"m.py": TUNED.format(then=then)}) == ["return x * self.scale"] * harm


LISTED = """
import tensorflow as tf


class Table:
    def __init__(self):
        self.rows = [1.0]

    def listed(self, found):
        {use}
        return found


class Goal:
    def __init__(self):
        self.table = Table()

    @tf.function
    def __call__(self, x):
        return x * len(self.table.rows)


goal = Goal()
for number in range(3):
    goal(tf.constant(1.0))
    goal.table.listed([number])
"""


@pytest.mark.parametrize(("use", "harm"), [("found.append(self.rows[0])", False), ("found.append(self.rows)", False), ("list.append(self.rows, 1)", True)])
def test_what_a_method_puts_into_another_list(tmp_path: Path, use: str, harm: bool) -> None:
    assert sure(tmp_path, {"m.py": LISTED.format(use=use)}) == ["return x * len(self.table.rows)"] * harm
