"""What helpers make of the arguments of their visible calls, and pass to traced functions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


@tf.function
def step(state, rate):
    seen = []
    for each in state:
        seen.append(each * rate)
    return {result}


def run(state, rate):
    for _ in range(3):
        state = step(state, rate)
    return state


run({given}, 0.5)
"""


@pytest.mark.parametrize(
    ("result", "given", "is_sure"),
    [("tf.stack(seen)", "tf.eye(3)", True), ("tf.stack(seen)", "[1.0, 2.0]", False), ("tf.stack(seen)", "unknown()", False), ("seen", "tf.eye(3)", False)],
)
def test_an_argument_that_the_next_call_gets_from_the_one_before(tmp_path: Path, result: str, given: str, is_sure: bool) -> None:
    found = report_of(tmp_path, PROGRAM.format(result=result, given=given), select=("TFA506",)).findings
    assert any(each.confidence is Confidence.HIGH for each in found) is is_sure
