"""Python numbers that each iteration computes from their old value, within bounds or in a method, and passes to a `tf.function`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import math

import tensorflow as tf


@tf.function
def learn(x, rate):
    return x * rate


class Agent:
    def __init__(self):
        self.rate = 1.0
        self.other = 1.0

    def run(self, n):
        for i in range(n):
            learn(tf.ones([1]), self.rate)
            self.decay()

    def decay(self):
        {method}


rate, low = 1.0, 0.1
for step in range(50):
    learn(tf.ones([1]), rate)
    {line}
Agent().run(50)
"""


def found(tmp_path: Path, line: str, method: str) -> list[tuple[int, Confidence]]:
    report = report_of(tmp_path, {"main.py": PROGRAM.format(line=line, method=method)}, select=("TFA402",))
    assert report.problems == ()
    return [(each.span.start.line, each.confidence) for each in report.findings]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("max(low, {0} * 0.9)", True),
        ("min(2.0, {0} + 0.01)", True),
        ("round({0} * 0.9, 4)", True),
        ("math.sqrt({0} + 1.0)", True),
        ("{0} * 0.9 if {0} > 0.1 else {0}", True),
        ("max(low, {0})", False),
    ],
)
def test_a_number_within_bounds(tmp_path: Path, value: str, expected: bool) -> None:
    assert found(tmp_path, f"rate = {value.format('rate')}", "pass") == [(28, Confidence.HIGH)] * expected
    in_method = found(tmp_path, "pass", f"self.rate = {value.format('self.rate').replace('low', '0.1')}")
    assert [line for line, _ in in_method] == [19] * expected


@pytest.mark.parametrize("method", ["self.rate *= 0.9", "self.rate = self.rate * 0.9"])
def test_a_method_that_the_loop_calls(tmp_path: Path, method: str) -> None:
    assert found(tmp_path, "pass", method) == [(19, Confidence.HIGH)]


@pytest.mark.parametrize("method", ["self.other *= 0.9", "self.rate = 0.5", "print(self.rate)"])
def test_a_method_that_changes_something_else(tmp_path: Path, method: str) -> None:
    assert found(tmp_path, "pass", method) == []
