"""Warnings in traced code, by what the program makes of repeated ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Severity

PROGRAM = """
import warnings
from warnings import simplefilter

import tensorflow as tf

{filter}


@tf.function
def step(x):
    warnings.warn("{text}")
    return x


for _ in range(3):
    step(tf.constant(1.0))
"""


@pytest.mark.parametrize(
    ("setting", "text", "expected"),
    [
        ('warnings.simplefilter("always")', "clipped", Severity.WARNING),
        ('simplefilter(action="always")', "clipped", Severity.WARNING),
        ('warnings.filterwarnings("always")', "clipped", Severity.WARNING),
        ('warnings.simplefilter("always")', "step is deprecated", Severity.INFO),
        ('warnings.simplefilter("always", DeprecationWarning)', "clipped", Severity.INFO),
        ('warnings.simplefilter("once")', "clipped", Severity.INFO),
        ('with warnings.catch_warnings():\n    simplefilter("always")', "clipped", Severity.INFO),
        ("", "clipped", Severity.INFO),
    ],
)
def test_a_filter_that_shows_each_warning_makes_the_lost_ones_count(tmp_path: Path, setting: str, text: str, expected: Severity) -> None:
    report = report_of(tmp_path, PROGRAM.format(filter=setting, text=text), select=("TFA102",), min_severity=Severity.INFO)
    assert [each.severity for each in report.findings] == [expected]
