"""Counters and draws that number objects: what the graph computes with the number, and what only names parts of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import itertools

import tensorflow as tf

ids = itertools.count()


class Part:
    def __init__(self):
        self.number = next(ids)

    def apply(self, x):
        {use}


class Other:
    def __init__(self, number):
        self.number = number


@tf.function
def step(x):
    part, other = Part(), Other(2.0)
    return {result}


for _ in range(3):
    step(tf.constant(1.0))
"""


@pytest.mark.parametrize(
    ("use", "result", "expected"),
    [
        ("return x + self.number", "part.apply(x)", Confidence.HIGH),
        ("return x", "part.apply(x) + part.number", Confidence.HIGH),
        ("return tf.fill([2], self.number)", "part.apply(x)", Confidence.HIGH),
        ("return x", "part.apply(x) + other.number", Confidence.LOW),
        ("return tf.identity(x, name=f'part_{self.number}')", "part.apply(x)", Confidence.LOW),
    ],
)
def test_a_number_of_an_object_counts_where_the_graph_computes_with_it(tmp_path: Path, use: str, result: str, expected: Confidence) -> None:
    report = report_of(tmp_path, PROGRAM.format(use=use, result=result), select=("TFA105",), min_confidence=Confidence.LOW)
    assert [each.confidence for each in report.findings] == [expected]
