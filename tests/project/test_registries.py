"""What a method adds to an object changes it under a trace only where code that runs the trace is seen to call the method in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

REGISTRY = """
import tensorflow as tf


class Registry:
    def __init__(self):
        self.known = {}

    def add(self, name, number):
        self.known[name] = number

    def get(self, name):
        return self.known[name]


registry = Registry()


@tf.function
def step(x):
    return registry.get("scale") * x


"""
MAIN = """def main():
    registry.add("scale", 1.0)
    step(tf.constant(1.0))
    {between}
    step(tf.constant(1.0))


main()
"""


@pytest.mark.parametrize(
    ("calls", "changes"),
    [
        ('registry.add("scale", 1.0)\nstep(tf.constant(1.0))\nstep(tf.constant(1.0))', False),
        ('registry.add("scale", 1.0)\nstep(tf.constant(1.0))\nregistry.add("scale", 2.0)\nstep(tf.constant(1.0))', True),
        (MAIN.format(between="pass"), False),
        (MAIN.format(between='registry.add("scale", 2.0)'), True),
        ('def set_scale(number):\n    registry.add("scale", number)\n', True),
    ],
)
def test_what_a_method_adds_before_the_trace_is_no_change(tmp_path: Path, calls: str, changes: bool) -> None:
    found = report_of(tmp_path, REGISTRY + calls + "\n", select=("TFA114",)).findings
    assert [each.code for each in found] == ["TFA114"] * changes
