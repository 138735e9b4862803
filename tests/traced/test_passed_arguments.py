"""How sure it is that a helper of traced code runs what it has for a missing argument: as sure as that a call leaves it out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

HELPER = """
import tensorflow as tf
import weights


def scaled(x, scale=None):
    {guard}
        scale = tf.Variable(1.0)
        print("x", x)
    return x * scale


def through(x, inner):
    return scaled(x, inner)


@tf.function
def step(x, given=None):
    return {calls}
"""
GUARD = "if scale is None:"
ELSE = "if scale:\n        scale = scale[0]\n    else:"


def sureness(root: Path, guard: str, calls: str) -> Confidence:
    """Returns the confidence of the findings, which is the same for all rules."""
    printed, created = report_of(root, HELPER.format(guard=guard, calls=calls), select=("TFA101", "TFA501")).findings
    assert printed.confidence is created.confidence
    return created.confidence


CALLS = (
    "scaled(x, weights.of(x))", "scaled(x, scale=weights.SCALE)", "scaled(x, weights.of(x)) + scaled(x, weights.of(2))",
    "through(x, weights.of(x))",
)  # fmt: skip


@pytest.mark.parametrize("guard", [GUARD, "if not scale:", ELSE])
@pytest.mark.parametrize("calls", CALLS)
def test_each_call_passes_the_argument(tmp_path: Path, guard: str, calls: str) -> None:
    assert sureness(tmp_path, guard, calls) is Confidence.LOW


@pytest.mark.parametrize(
    ("guard", "calls"),
    [
        (GUARD, "scaled(x)"),
        (GUARD, "scaled(x, None)"),
        (GUARD, "scaled(x, given)"),
        (GUARD, "scaled(x, weights.of(x)) + scaled(x)"),
        (GUARD, "through(x, given)"),
        (GUARD, "through(x, weights.of(x)) + through(x, None)"),
        ("if scale is not None:", "scaled(x, weights.of(x))"),
        ("if scale is None or weights.NEW:", "scaled(x, weights.of(x))"),
        ("if x is not None:", "scaled(x, weights.of(x))"),
    ],
)
def test_a_call_may_leave_the_argument_out(tmp_path: Path, guard: str, calls: str) -> None:
    assert sureness(tmp_path, guard, calls) > Confidence.LOW
