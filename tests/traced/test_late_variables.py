"""Variables of which one is made for each key, by what runs show of the keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


class Head(tf.Module):
    def __init__(self, size):
        super().__init__()
        self.w = tf.Variable(tf.ones([size]))


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.bias = None
        self.slots = {{}}

    def slot(self, name):
        if name not in self.slots:
            self.slots[name] = {made}
        return self.slots[name]

    @tf.function
    def step(self, x, name):
        {body}
        return x


def run(names, chosen, maker):
    net = {net}
    {prepare}
    {calls}
"""

KEYED = "self.slot(name)"
OVER_NAMES = "for name in names:\n        net.step(tf.ones([3]), name)"


def confidences(folder: Path, *, made: str = "tf.Variable(0.0)", body: str = KEYED, net: str = "Net()", prepare: str = "pass", calls: str) -> list[Confidence]:
    program = PROGRAM.format(made=made, body=body, net=net, prepare=prepare, calls=calls)
    return [each.confidence for each in report_of(folder, program, select=("TFA501",), min_confidence=Confidence.LOW).findings]


@pytest.mark.parametrize("made", ["tf.Variable(0.0)", "Head(3)"])
def test_a_loop_over_names_that_are_not_known_brings_others(tmp_path: Path, made: str) -> None:
    assert confidences(tmp_path, made=made, calls=OVER_NAMES) == [Confidence.MEDIUM]


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ('for name in ("a", "b"):\n        net.step(tf.ones([3]), name)', Confidence.HIGH),
        ('for name in ("a", "b"):\n        if chosen:\n            net.step(tf.ones([3]), name)', Confidence.MEDIUM),
        ('if chosen:\n        net.step(tf.ones([3]), "a")\n    else:\n        net.step(tf.ones([3]), "b")', Confidence.LOW),
        ('for name in names:\n        net.step(tf.ones([3]), "a")', Confidence.LOW),
    ],
)
def test_which_names_are_passed(tmp_path: Path, calls: str, expected: Confidence) -> None:
    assert confidences(tmp_path, calls=calls) == [expected]


@pytest.mark.parametrize(
    "body",
    [
        'self.slot("mean")',
        "if self.bias is None:\n            self.bias = tf.Variable(0.0)",
    ],
)
@pytest.mark.parametrize("net", ["Net()", "maker()"])
def test_what_is_made_once_is_not_reported_whatever_is_passed(tmp_path: Path, body: str, net: str) -> None:
    assert confidences(tmp_path, body=body, net=net, calls=OVER_NAMES) == []


OUTSIDE = """
import tensorflow as tf

HEADS = {{}}


def head(name):
    if name not in HEADS:
        HEADS[name] = tf.Variable(tf.ones([2, 1]))
    return HEADS[name]


@tf.function
def step(x, name):
    return x @ head(name)


def serve(value, name):
    return step(tf.fill([1, 2], value), {passed})
"""


@pytest.mark.parametrize(
    ("passed", "expected"), [("name", Confidence.MEDIUM), ("'main'", Confidence.LOW)]
)
def test_code_outside_of_the_project_passes_other_names(tmp_path: Path, passed: str, expected: Confidence) -> None:
    report = report_of(tmp_path, OUTSIDE.format(passed=passed), select=("TFA501",), min_confidence=Confidence.LOW)
    assert [each.confidence for each in report.findings] == [expected]


def test_eager_code_makes_what_is_missing_before(tmp_path: Path) -> None:
    before = "for name in names:\n        net.slot(name)"
    assert confidences(tmp_path, prepare=before, calls=OVER_NAMES) == [Confidence.LOW]


CLASS = """
import tensorflow as tf


class Slots(dict):
    {method}


slots = Slots()


@tf.function
def step(x, name):
    return x + {read}


for name in {names}:
    step(tf.ones([3]), name)
"""

MISSING = "def __missing__(self, key):\n        self[key] = tf.Variable(0.0)\n        return self[key]"
FETCH = "def fetch(self, key):\n        if key not in self:\n            self[key] = tf.Variable(0.0)\n        return self[key]"


@pytest.mark.parametrize(("method", "read"), [(MISSING, "slots[{}]"), (FETCH, "slots.fetch({})")])
@pytest.mark.parametrize(("key", "names", "count"), [("name", ("a", "b"), 1), ("'mean'", ("a", "b"), 0)])
def test_an_object_that_is_a_dict_keeps_what_it_makes(tmp_path: Path, method: str, read: str, key: str, names: tuple[str, ...], count: int) -> None:
    program = CLASS.format(method=method, read=read.format(key), names=names)
    assert len(report_of(tmp_path, program, select=("TFA501",)).findings) == count


SLOTS = """
import tensorflow as tf


class Rule:
    def __init__(self):
        self.slots = {{}}

    def slot(self, var):
        key = {key}
        if key not in self.slots:
            self.slots[key] = tf.Variable(tf.zeros_like(var))
        return self.slots[key]

    def apply(self, pairs):
        for grad, var in pairs:
            self.slot(var).assign_add(grad)


def train(count):
    body, head, rule = tf.Variable([1.0]), tf.Variable([0.5]), Rule()

    @tf.function
    def step(x, whole):
        variables = [head, body] if whole else [{others}]
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(x * body + head)
        rule.apply(zip(tape.gradient(loss, variables), variables))
        return loss

    for _ in range(count):
        step(tf.constant(1.0), {first})
    step(tf.constant(1.0), True)
"""


@pytest.mark.parametrize("key", ["var.name", "var.ref()"])
@pytest.mark.parametrize(("others", "first", "count"), [("head", "False", 1), ("body, head", "False", 0), ("head", "True", 0)])
def test_what_a_trace_for_another_flag_makes_for_other_variables(tmp_path: Path, key: str, others: str, first: str, count: int) -> None:
    report = report_of(tmp_path, SLOTS.format(key=key, others=others, first=first), select=("TFA501",), min_confidence=Confidence.MEDIUM)
    assert len(report.findings) == count


LAYERS = """
import tensorflow as tf


class Board(dict):
    def __missing__(self, key):
        self[key] = made = tf.keras.metrics.Mean(name=key)
        return made


class Slices:
    def __init__(self):
        self.board, self.heads, self.head = Board(), {{}}, None

    @tf.function
    def update(self, key, x):
        if self.head is None:
            self.head = tf.keras.layers.Dense(1)
        if key not in self.heads:
            self.heads[key] = tf.keras.layers.Dense(1)
        self.board[key].update_state(x)
        return self.heads[key](x) + self.head(x)


slices = Slices()
for key in {keys}:
    slices.update(key, tf.ones([1, 2]))
"""


@pytest.mark.parametrize(("keys", "lines"), [("('all', 'rare')", [7, 20]), ("('all', 'all')", [])])
def test_objects_with_variables_for_each_key(keys: str, lines: list[int], tmp_path: Path) -> None:
    found = report_of(tmp_path, LAYERS.format(keys=keys), select=("TFA502",), min_confidence=Confidence.MEDIUM).findings
    assert [each.span.start.line for each in found] == lines
