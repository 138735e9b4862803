"""Context managers and pairs of calls: what they change for a while and change back is no change, all else is one on every call."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

MANAGERS = """
import contextlib
import contextvars

import numpy as np
import tensorflow as tf

LOG = []
PAIR = ([], [])
BUFFER = np.ones(2)
TABLE = {}
WHO = contextvars.ContextVar("WHO")


class Manager:
    def __init__(self):
        self.n = 0
        self.depth = 0

    def __enter__(self):
        ENTER
        return self

    def __exit__(self, *error):
        LEAVE
        return False


class Other:
    @property
    def rate(self):
        return 0.0

    @rate.setter
    def rate(self, value):
        SET

    def __setattr__(self, name, value):
        KEEP


MANAGER = Manager()
OTHER = Other()


@contextlib.contextmanager
def managed():
    BEFORE
    yield
    AFTER


@tf.function
def step(x):
    with MANAGER, managed():
        y = x * 2.0
    BODY
    return y


for value in (1.0, 2.0):
    print(float(step(tf.constant(value))), OTHER.last)
"""


def found(tmp_path: Path, **parts: str) -> set[str]:
    """The lines with a finding that is shown by default, where these lines stand in the program and `pass` elsewhere."""
    text = MANAGERS
    for word in ("ENTER", "LEAVE", "BEFORE", "AFTER", "SET", "KEEP", "BODY"):
        text = text.replace(f"    {word}\n", f"    {parts.get(word.lower(), 'pass')}\n")
    report = report_of(tmp_path, {"m.py": text}, select=("TFA503", "TFA505"))
    assert report.problems == ()
    lines = {finding.span.start.line for finding in report.findings if finding.confidence > Confidence.LOW}
    return {text.splitlines()[line - 1].strip() for line in lines}


@pytest.mark.parametrize("line", ["self.n += 1", "LOG.append(1)"])
@pytest.mark.parametrize("part", ["enter", "leave"])
def test_what_one_side_of_a_manager_adds_up_stays(tmp_path: Path, line: str, part: str) -> None:
    assert found(tmp_path, **{part: line}) == {line}


@pytest.mark.parametrize(("enter", "leave"), [("self.depth += 1", "self.depth -= 1"), ("LOG.append(1)", "LOG.pop()")])
def test_what_the_other_side_takes_back_does_not(tmp_path: Path, enter: str, leave: str) -> None:
    assert found(tmp_path, enter=enter, leave=leave) == set()


@pytest.mark.parametrize("part", ["before", "after"])
def test_a_generator_that_manages(tmp_path: Path, part: str) -> None:
    assert found(tmp_path, **{part: "LOG.append(1)"}) == {"LOG.append(1)"}
    assert found(tmp_path, before="LOG.append(1)", after="LOG.pop()") == set()


@pytest.mark.parametrize(("before", "after"), [("self.n += 2", "self.n += 2"), ("LOG.append('in')", "LOG.append('out')")])
def test_what_both_sides_add_is_not_taken_back(tmp_path: Path, before: str, after: str) -> None:
    assert found(tmp_path, enter=before, leave=after) == {before, after}
    back = "self.n = 0" if "self" in after else "LOG.clear()"
    assert found(tmp_path, enter=before, leave=f"{after}; {back}") == set()


@pytest.mark.parametrize("after", ["self.n += -2", "self.n += -amount"])
def test_a_sum_may_take_back(tmp_path: Path, after: str) -> None:
    assert found(tmp_path, enter="self.n += 2", leave=after) == set()


def test_what_a_generator_adds_on_both_sides(tmp_path: Path) -> None:
    assert found(tmp_path, before="LOG.append('in')", after="LOG.append('out')") == {"LOG.append('in')", "LOG.append('out')"}
    assert found(tmp_path, before="LOG.append('in')", after="LOG.append('out'); LOG[:] = LOG[:-2]") == set()


def test_what_is_put_in_and_taken_out_again(tmp_path: Path) -> None:
    assert found(tmp_path, body="LOG.append(1)\n    LOG.pop()") == set()
    assert found(tmp_path, body="LOG.append(1)\n    LOG.pop(0)") == {"LOG.append(1)", "LOG.pop(0)"}
    assert found(tmp_path, body="LOG.append(1)\n    if len(LOG) > 1:\n        LOG.pop()") == {"LOG.append(1)", "LOG.pop()"}


@pytest.mark.parametrize(
    ("change", "back"),
    [("TABLE['k'] = y", "del TABLE['k']"), ("TABLE[value] = y", "TABLE.pop(value)"), ("token = WHO.set('a')", "WHO.reset(token)")],
)
def test_an_item_or_a_context_variable_that_is_set_and_taken_back(tmp_path: Path, change: str, back: str) -> None:
    assert found(tmp_path, body=change) == {change}
    assert found(tmp_path, body=f"{change}\n    {back}") == set()
    assert found(tmp_path, body=f"{change}\n    try:\n        y = y + 1.0\n    finally:\n        {back}") == set()
    assert found(tmp_path, body=f"{change}\n    if len(LOG) > 1:\n        {back}") == {change, back}


def test_another_item_is_taken_out(tmp_path: Path) -> None:
    body = "TABLE['k'] = y\n    del TABLE['j']"
    assert found(tmp_path, body=body) == {"TABLE['k'] = y", "del TABLE['j']"}


def test_what_lies_in_a_tuple_and_what_shows_an_array(tmp_path: Path) -> None:
    assert found(tmp_path, body="one, other = PAIR\n    other.append(1)") == {"other.append(1)"}
    assert found(tmp_path, body="one, other = [], []\n    other.append(1)") == set()
    assert found(tmp_path, body="BUFFER.flat[0] += 1.0") == {"BUFFER.flat[0] += 1.0"}
    assert found(tmp_path, body="BUFFER.copy().flat[0] += 1.0") == set()


@pytest.mark.parametrize(("keep", "kept"), [("rows = [0]; rows[0] = value", False), ("super().__setattr__(name, value)", True)])
def test_an_attribute_whose_class_keeps_nothing(tmp_path: Path, keep: str, kept: bool) -> None:
    assert found(tmp_path, keep=keep, body="OTHER.last = y") == ({"OTHER.last = y"} if kept else set())


KEPT = """
import tensorflow as tf


class Net:
    mask = None

    @tf.function
    def __call__(self, x):
        {form}
        y = x * self.mask
        self.mask = old
        return y


net = Net()
net(tf.constant([1.0]))
print(net.mask)
"""


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("old = self.mask; self.mask = tf.sign(x)", Confidence.LOW),
        ("self.mask, old = tf.sign(x), self.mask", Confidence.LOW),
        ("old, self.mask = self.mask, tf.sign(x)", Confidence.LOW),
        ("self.mask, old = tf.sign(x), x", Confidence.HIGH),
    ],
)
def test_an_attribute_that_gets_its_value_again_holds_no_tensor(form: str, expected: Confidence, tmp_path: Path) -> None:
    report = report_of(tmp_path, KEPT.format(form=form), select=("TFA505",))
    assert report.findings[0].confidence is expected
