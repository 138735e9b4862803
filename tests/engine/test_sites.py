"""Rules that look at calls of traced functions: where their findings stand, and how the way to them is told."""

from __future__ import annotations

from pathlib import Path

from tests.programs import report_of

STEP = """
import tensorflow as tf

@tf.function
def step(x, k):
    return x
"""

TRAIN = """
import tensorflow as tf
from steps import step

def train(x):
    for number in range(10):
        step(x, number)  # {comment}
"""


def test_a_finding_stands_at_the_call_in_another_file(tmp_path: Path) -> None:
    report = report_of(tmp_path, {"steps.py": STEP, "train.py": TRAIN.format(comment="here")})
    found = next(finding for finding in report.findings if finding.code == "TFA402")
    assert found.span.path.endswith("train.py")
    assert (found.span.start.line, found.span.start.column) == (7, 9)
    assert found.function == "train.train"


def test_the_trace_goes_from_the_root_to_the_call(tmp_path: Path) -> None:
    report = report_of(tmp_path, {"steps.py": STEP, "train.py": TRAIN.format(comment="here")})
    found = next(finding for finding in report.findings if finding.code == "TFA402")
    assert found.trace is not None
    assert [step.text for step in found.trace.steps] == [
        "`steps.step` is decorated with `@tf.function`",
        "`train.train` calls `steps.step`",
    ]


def test_a_call_in_a_file_that_is_not_asked_for_is_not_reported(tmp_path: Path) -> None:
    report = report_of(tmp_path, {"steps.py": STEP, "train.py": TRAIN.format(comment="here")}, "steps.py")
    assert [finding.code for finding in report.findings] == []


def test_a_comment_at_the_call_suppresses(tmp_path: Path) -> None:
    comment = "tflint: ignore[TFA402] one number each"
    report = report_of(tmp_path, {"steps.py": STEP, "train.py": TRAIN.format(comment=comment)})
    assert "TFA402" not in {finding.code for finding in report.findings}
