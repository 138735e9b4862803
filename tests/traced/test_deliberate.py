"""Code that says itself that it is about tracing: what is found there is shown with all rules only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Severity

PROGRAM = """\
import tensorflow as tf

def test_f():
    calls = 0

    @tf.function
    def f(x):
        nonlocal calls
        calls += 1
        return x

    f(1.0)
    {use}
"""


def said(tmp_path: Path, use: str) -> list[Severity]:
    """How severe the update of the counter is where a test goes on like this."""
    return [finding.severity for finding in report_of(tmp_path, PROGRAM.format(use=use), select=("TFA503",)).findings]


@pytest.mark.parametrize("use", ["assert calls == 1", "before = calls; f(2.0); assert before == calls"])
def test_a_counter_that_a_test_checks_counts_traces(tmp_path: Path, use: str) -> None:
    assert said(tmp_path, use) == [Severity.INFO]


@pytest.mark.parametrize("use", ["pass", "return calls", "assert calls == 1; print(calls)"])
def test_a_counter_that_is_read_for_more_counts_calls(tmp_path: Path, use: str) -> None:
    assert said(tmp_path, use) == [Severity.ERROR]
