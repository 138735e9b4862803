"""Lists, tuples and dicts of numbers that a loop passes to a `tf.function`, one for each iteration."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


@tf.function
def encode(tokens):
    return tf.reduce_sum(tokens)


def pairs(n):
    return [[i, i + 1] for i in range(n)]


def run(items):
    for each in items:
        encode(each)


{before}
for each in {items}:
    encode(each)
"""


@pytest.mark.parametrize(
    ("before", "items", "expected"),
    [
        ("", "[[1, 2], [1], [3, 4], [5]]", [Confidence.HIGH]),
        ("", "[(1, 2), (1, 3), (3, (4, 5)), (5, 6)]", [Confidence.HIGH]),
        ("rows = [[1], [2], [3], [4] * 9]", "rows", [Confidence.HIGH]),
        ("", "pairs(9)", [Confidence.HIGH]),
        ("", '[{"rate": 0.1}, {"rate": 0.2}, {"rate": 0.3}, {"rate": 0.4}]', [Confidence.HIGH]),
        ("run([[1], [2], [3], [4]])", "()", [Confidence.HIGH]),
        ("", "[[1, 2], [1, 2], [1, 2], [3, 4]]", []),
        ("", "[[1], [2], [3]]", []),
        ("", "[[True], [False], [True], [False]]", []),
        ("", '[["a"], ["b"], ["c"], ["d"]]', []),
        ("", "[[tf.ones(1)], [tf.ones(2)], [tf.ones(3)], [1]]", []),
        ("", "[[], [], [], []]", []),
    ],
)
def test_containers_of_numbers(tmp_path: Path, before: str, items: str, expected: list[Confidence]) -> None:
    report = report_of(tmp_path, {"main.py": PROGRAM.format(before=before, items=items)}, select=("TFA402",))
    assert report.problems == ()
    assert [each.confidence for each in report.findings] == expected
