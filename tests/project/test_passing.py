"""How often code calls a function tells of its use, unless it is a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

SCALED = """
import tensorflow as tf

@tf.function
def scale(x, rate):
    return x * rate

def run(x, rate):
    return scale(x, rate)
"""
SWEEP = """
import tensorflow as tf
from library import run

for rate in range(10):
    run(tf.ones(2), rate)
"""


@pytest.mark.parametrize(("caller", "found"), [("sweep.py", ["library.py"]), ("test_library.py", []), ("tests/sweep.py", [])])
def test_how_often_a_test_calls_what_is_under_test_says_nothing_of_its_use(
    tmp_path: Path, caller: str, found: list[str]
) -> None:
    report = report_of(tmp_path, {"library.py": SCALED, caller: SWEEP}, select=("TFA402",))
    assert [finding.span.path for finding in report.findings] == found
