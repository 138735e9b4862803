"""A guard on an attribute of an argument fills it once where a run creates one object of that class: beside several, which a later trace gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import tensorflow as tf

class Accumulator:
    def __init__(self):
        self.sums = []

    def __call__(self, gradients):
        if not self.sums:
            self.sums.extend([tf.Variable(tf.zeros_like(each)) for each in gradients])
        for total, each in zip(self.sums, gradients):
            total.assign_add(each)

@tf.function
def step(accumulator, x):
    accumulator([x])
    return x

def run(count):
    accumulator = Accumulator()
    for x in tf.range(count):
        step(accumulator, tf.cast(x, tf.float32))

{use}
"""


@pytest.mark.parametrize(
    ("use", "codes"),
    [
        ("run(3)", []),
        ("def main():\n    run(3)\n\nmain()", []),
        ("run(3)\nrun(4)", ["TFA501"]),
        ("for count in (3, 4):\n    run(count)", ["TFA501"]),
        ("run(3)\nstep(Accumulator(), 1.0)", ["TFA501"]),
        ("@tf.function\ndef main():\n    run(3)\n\nmain()", ["TFA501"]),
    ],
)
def test_an_object_that_is_created_once_is_the_same_in_each_trace(tmp_path: Path, use: str, codes: list[str]) -> None:
    assert [each.code for each in report_of(tmp_path, PROGRAM.format(use=use), select=("TFA501",)).findings] == codes
