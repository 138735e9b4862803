"""A tensor that a guard keeps from the first trace: harmful as soon as a second root reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


class Window:
    def __init__(self, size):
        self.size = size
        self._taper = None

    def taper(self, x):
        if self._taper is None:
            self._taper = tf.signal.hann_window(self.size)
        return x * self._taper

    @tf.function
    def forward(self, x):
        return self.taper(x)

{others}
"""


@pytest.mark.parametrize(
    ("others", "sure"),
    [
        ("", Confidence.LOW),
        ("    @tf.function\n    def backward(self, x):\n        return -self.taper(x)", Confidence.MEDIUM),
        ("window = Window(4)\nshow = tf.function(lambda x: window.taper(x))", Confidence.MEDIUM),
        ("    def eagerly(self, x):\n        return x", Confidence.LOW),
    ],
)
def test_the_number_of_roots_decides(tmp_path: Path, others: str, sure: Confidence) -> None:
    found = report_of(tmp_path, PROGRAM.format(others=others), select=("TFA505",), min_confidence=Confidence.LOW).findings
    assert [each.confidence for each in found] == [sure]


ASSIGNS = """
import tensorflow as tf

class Norm:
    def __init__(self):
        self.first = True
        self.mean = tf.Variable(0.0)

    def begin(self, x):
        self.mean.assign(tf.reduce_mean(x))

    @tf.function
    def step(self, x):
        if self.first:
            {work}
            self.first = False
        return x - self.mean
"""


@pytest.mark.parametrize(
    ("work", "found"),
    [
        ("self.mean.assign(tf.reduce_mean(x))", ["TFA503"]),
        ("self.begin(x)", ["TFA503"]),
        ("self.scale = 2.0", []),
        ("self.scale = tf.Variable(1.0)", []),
    ],
    ids=["assigns", "assigns-in-a-method", "a-number", "creates"],
)
def test_a_flag_under_which_a_variable_is_assigned(tmp_path: Path, work: str, found: list[str]) -> None:
    findings = report_of(tmp_path, ASSIGNS.format(work=work), select=("TFA503",)).findings
    assert [each.code for each in findings if "first" in each.message] == found


KINDS = """
import tensorflow as tf

_kinds = {{}}
_last = {{}}

def kind_of(x):
    found = {looked_up}
    if found is not None:
        return found
    for each in (int, str):
        if fits(each, x):
            _kinds[type(x)] = each
            return each
    return None

class Net(tf.keras.layers.Layer):
    def call(self, x):
        return kind_of(x)(x)
"""


@pytest.mark.parametrize(("looked_up", "count"), [("_kinds.get(type(x), None)", 0), ("_last.get(type(x), None)", 1), ("fresh(x)", 1)])
def test_what_an_early_return_finds_under_another_name_is_looked_up(tmp_path: Path, looked_up: str, count: int) -> None:
    assert len(report_of(tmp_path, KINDS.format(looked_up=looked_up), select=("TFA503",)).findings) == count


EXPERTS = """
import tensorflow as tf

class Experts(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.kinds = []
        self.others = []

    def call(self, x):
        if {test}:
            for kind in ("gin", "gat"):
                self.kinds.append(kind)
        return x * len(self.kinds)
"""


@pytest.mark.parametrize(
    ("test", "count"),
    [("len(self.kinds) == 0", 0), ("0 == len(self.kinds)", 0), ("not self.kinds", 0), ("len(self.others) == 0", 1), ("len(self.kinds) == 2", 1)],
)
def test_a_list_that_is_found_to_be_empty_is_filled_once(tmp_path: Path, test: str, count: int) -> None:
    assert len(report_of(tmp_path, EXPERTS.format(test=test), select=("TFA503",)).findings) == count
