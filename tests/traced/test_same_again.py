"""Changes that make no difference when they are repeated, beside those that do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

STATE = """
import tensorflow as tf


def rounded(sizes, new=()):
    return [max(each, 2) for each in sizes]


class Counter(tf.Module):
    def __init__(self, frozen):
        self.sizes = [1, 2]
        self.frozen = frozen
        self.trainable = False
        self.seen = 0

    @tf.function
    def __call__(self, x):
        {change}
        return x * len(self.sizes)


counter = Counter(True)
for _ in range(3):
    counter(tf.ones([]))
"""

TABLE = """
import tensorflow as tf

TABLE = {{}}
NAMES = ["a", "b"]


def fill(names):
    {change}


@tf.function
def step(x):
    return x * len(TABLE)
"""


def sureness(root: Path, text: str, code: str) -> Confidence:
    """Returns the confidence of the one finding of a rule."""
    (found,) = report_of(root, text, select=(code,)).findings
    return found.confidence


@pytest.mark.parametrize(
    "change",
    [
        "self.frozen = self.frozen and self.trainable",
        "self.frozen = self.trainable or self.frozen",
        "self.sizes = rounded(self.sizes)",
        "self.sizes = [each for each in self.sizes if each]",
    ],
)
def test_a_value_that_may_be_the_same_again(tmp_path: Path, change: str) -> None:
    assert sureness(tmp_path, STATE.format(change=change), "TFA503") is Confidence.LOW


@pytest.mark.parametrize(
    "change",
    [
        "self.seen = self.seen + 1",
        "self.seen = abs(self.seen) + 1",
        "self.seen = int(self.seen * 0.9)",
        "self.sizes = rounded(self.sizes + [1])",
        "self.sizes = [each + len(self.sizes) for each in self.sizes]",
        "self.sizes = [*self.sizes, 1]",
        "self.seen = self.seen % 7 and 1 - self.seen",
    ],
)
def test_a_value_to_which_each_call_adds(tmp_path: Path, change: str) -> None:
    assert sureness(tmp_path, STATE.format(change=change), "TFA503") > Confidence.LOW


def test_a_loop_that_fills_a_table(tmp_path: Path) -> None:
    assert sureness(tmp_path, TABLE.format(change="for name in names:\n        TABLE[name] = 1"), "TFA113") is Confidence.LOW


@pytest.mark.parametrize(
    "change",
    [
        "for name in names:\n        TABLE['a'] = name",
        "for name in names:\n        TABLE[name] = TABLE.get(name, 0) + 1",
        "for _ in range(3):\n        for name in names:\n            TABLE[name] = 1",
        "key = ''\n    for name in names:\n        key += name\n        TABLE[key] = 1",
    ],
)
def test_a_loop_that_changes_a_table_again(tmp_path: Path, change: str) -> None:
    assert sureness(tmp_path, TABLE.format(change=change), "TFA113") > Confidence.LOW


CLOSURE = """
import tensorflow as tf


def bench(data):
    scale = 1.0
    scaled = {made}

    @tf.function
    def step(x):
        return scaled(x)

    for {changed} in (1.0, 2.0, 3.0):
        step(tf.ones([]))


bench([])
"""


@pytest.mark.parametrize(
    ("made", "changed", "is_found"),
    [
        ("lambda x: x * 2.0", "scale", False),
        ("lambda x: x * scale", "start", False),
        ("lambda x: x * scale", "x", False),
        ("lambda x: x * scale", "scale", True),
        ("lambda x, scale=scale: x * scale", "scale", False),
        ("lambda x: (lambda y: y * scale)(x)", "scale", True),
    ],
)
def test_a_function_differs_by_what_it_reads_of_the_code_around_it(tmp_path: Path, made: str, changed: str, is_found: bool) -> None:
    found = report_of(tmp_path, CLOSURE.format(made=made, changed=changed), select=("TFA113",)).findings
    assert any("scaled" in each.message for each in found) is is_found


COUNTED = """
import numpy as np
import tensorflow as tf


class Flow:
    def __init__(self, number):
        self.number = number
        self.event = tf.function(self.run)

    def run(self):
        return tf.zeros([3]) * self.number

    def integrate(self):
        for _ in range(3):
            left = self.number
            for _ in range(2):
                left -= 10
            self.event()


Flow({number}).integrate()
"""


@pytest.mark.parametrize(("number", "is_found"), [("np.int32(100)", False), ("100", False), ("np.ones([3])", True), ("np.array([1, 2, 3])", True)])
def test_an_array_is_changed_in_place_and_a_number_is_not(tmp_path: Path, number: str, is_found: bool) -> None:
    found = report_of(tmp_path, COUNTED.format(number=number), select=("TFA114",)).findings
    assert any(each.confidence > Confidence.LOW for each in found) is is_found


CONFIGURED = """
import tensorflow as tf
from somewhere import compute, read_config


class Fire(tf.Module):
    def __init__(self, config):
        self.config = config
        self.names = {{}}

    @tf.function
    def step(self, x):
        for each in self.config.sponges:
            self.names[each.name] = {value}
        return x


fire = Fire(read_config())
for _ in range(3):
    fire.step(tf.ones(3))
    print(fire.names)
"""


@pytest.mark.parametrize(
    ("value", "is_same"),
    [
        ("each.target", True),
        ("self.config.target", True),
        ("compute(x)", False),
        ("self.names.get(each.name, 0) + 1", False),
        ("tf.square(x)", False),
    ],
)
def test_what_an_outer_object_has_is_the_same_again(tmp_path: Path, value: str, is_same: bool) -> None:
    (found,) = report_of(tmp_path, CONFIGURED.format(value=value), select=("TFA503", "TFA505")).findings
    assert (found.confidence is Confidence.LOW) is is_same
