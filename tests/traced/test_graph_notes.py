"""Prints that say which way Python went at trace time: info only. Those of a step, or of what a tensor decides, are not among them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Severity

HELPED = """\
import tensorflow as tf

class Net(tf.keras.Model):
    def __init__(self, wide=False):
        super().__init__()
        self.wide = wide
        self.turn = 0

    def turned(self):
        self.turn += 1

    def call(self, x):
        return grow(self, x, 3)

def grow(net, x, size):
    y = x * 2.0
    {say}
    return y

@tf.function
def step(x, size):
    if size > 3:
        print("many")
    return x

size = int(input())
net = Net(bool(size))
net.compile()
"""


@pytest.mark.parametrize(
    ("say", "severity"),
    [
        ("if size > 2: print('large', size)", Severity.INFO),
        ("if net.wide: print('wide')", Severity.INFO),
        ("if size > 2: print('large', y)", Severity.WARNING),
        ("if tf.reduce_sum(y) > 2: print('large')", Severity.WARNING),
        ("if net.turn > 2: print('late')", Severity.WARNING),
        ("print('grown')", Severity.WARNING),
        ("""try: y = check(x)
    except ValueError as error: print('malformed', error)""", Severity.WARNING),
    ],
)
def test_a_print_that_says_which_way_python_went_is_meant_for_each_trace(tmp_path: Path, say: str, severity: Severity) -> None:
    found = report_of(tmp_path, HELPED.format(say=say), select=("TFA101",)).findings
    assert [finding.severity for finding in found if finding.span.start.line < 22] == [severity]


def test_a_print_of_a_step_counts_steps_under_a_condition_of_python_too(tmp_path: Path) -> None:
    found = report_of(tmp_path, HELPED.format(say="pass"), select=("TFA101",)).findings
    assert [(finding.span.start.line, finding.severity) for finding in found] == [(23, Severity.WARNING)]
