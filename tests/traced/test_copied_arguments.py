"""Lists and dicts as arguments of traced functions, which get copies: what they change is not what the next call passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import tensorflow as tf


@tf.function
def step(x, kept):
    {change}
    return x


kept = {kept}
for _ in range(5):
    step(tf.constant(1.0), kept)
    {after}
"""


@pytest.mark.parametrize(
    ("kept", "change", "after", "codes"),
    [
        ("[]", "kept.append(tf.square(x))", "pass", ["TFA504"]),
        ("{}", "kept[str(len(kept))] = x", "pass", ["TFA504"]),
        ('{"rows": [1.0, 2.0, 3.0, 4.0, 5.0]}', 'kept["rows"].pop()', "pass", ["TFA504"]),
        ("[]", "x += 1.0", "kept.append(tf.constant(1.0))", ["TFA405"]),
        ("[]", "x += 1.0", "pass", []),
    ],
)
def test_only_eager_code_changes_what_calls_pass(tmp_path: Path, kept: str, change: str, after: str, codes: list[str]) -> None:
    report = report_of(tmp_path, PROGRAM.format(kept=kept, change=change, after=after), select=("TFA402", "TFA404", "TFA405", "TFA504"))
    assert [each.code for each in report.findings] == codes
