"""How long the calls of one function may be repeated, by what was too short before. Runs no TensorFlow."""

from __future__ import annotations

from typing import Any

import pytest

from tflint_autograph.confirm.probe.replaying.program import ProgramRun


def run_with(left: float, too_short: float) -> tuple[ProgramRun, Any]:
    """A run with seconds left, of which this many were too short for a function."""
    run: Any = object.__new__(ProgramRun)
    code = run_with.__code__
    run.left = lambda: left
    run._too_short = {code: too_short} if too_short else {}
    return run, code


@pytest.mark.parametrize(
    ("left", "too_short", "seconds"),
    [(40.0, 0.0, 10.0), (40.0, 4.0, 10.0), (40.0, 10.0, 20.0), (40.0, 20.0, 40.0), (40.0, 21.0, 0.0)],
)
def test_less_than_what_was_too_short_is_not_tried(left: float, too_short: float, seconds: float) -> None:
    run, code = run_with(left, too_short)
    assert run._seconds(code, 0.25) == seconds
