"""Functions that Python's own functions apply: what they are given, and that AutoGraph does not convert them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

MODULE = """
import functools
import itertools
import tensorflow as tf

def half(v):
    if v > 0.0:
        return v / 2.0
    return v

def larger(a, b):
    return a if a > b else b

@tf.function
def entry(x, n=3):
{}
    return {}

entry(tf.constant(1.0))
"""


def found(tmp_path: Path, expression: str, before: str = "    pass") -> list[str]:
    text = MODULE.format(before, expression)
    lines = text.splitlines()
    report = report_of(tmp_path, {"m.py": text}, select=("TFA201",))
    return [lines[finding.span.start.line - 1].strip() for finding in report.findings]


@pytest.mark.parametrize(
    "expression",
    [
        "list(map(half, [x, x]))", "sorted([x, x], key=half)", "max([x, x], key=half)", "min(x, x, key=half)",
        "list(filter(half, [x]))", "list(itertools.takewhile(half, [x, x]))",
    ],
)  # fmt: skip
def test_tensors_that_python_hands_on(tmp_path: Path, expression: str) -> None:
    """FACTS, "which APIs convert a module-level function handed to them"."""
    assert found(tmp_path, expression) == [f"return {expression}"]


@pytest.mark.parametrize("expression", ["functools.reduce(larger, [x, x])", "functools.reduce(larger, [1.0], x)"])
def test_what_reduce_hands_on(tmp_path: Path, expression: str) -> None:
    assert found(tmp_path, expression) == [f"return {expression}"]


def test_what_another_file_hands_on_is_said_of_the_condition(tmp_path: Path) -> None:
    helpers, train = MODULE.split("@tf.function")
    train = "import tensorflow as tf\nfrom helpers import half\n\n@tf.function" + train.format("    pass", "list(map(half, [x]))")
    report = report_of(tmp_path, {"helpers.py": helpers, "train.py": train}, select=("TFA201",))
    assert [(finding.span.path, finding.span.start.line) for finding in report.findings] == [("helpers.py", 7)]


@pytest.mark.parametrize(
    "expression",
    ["list(map(half, [1.0, 2.0]))", "max([1.0, 2.0], key=half)", "functools.reduce(larger, [1.0, 2.0])", "list(map(half, *x))"],
)
def test_what_is_no_tensor(tmp_path: Path, expression: str) -> None:
    assert found(tmp_path, expression) == []


@pytest.mark.parametrize("expression", ["list(map(inner, [x, x]))", "list(map(lambda v: v if v > 0.0 else -v, [x, x]))"])
def test_functions_inside_are_converted_with_the_one_around(tmp_path: Path, expression: str) -> None:
    assert found(tmp_path, expression, "    def inner(v):\n        if v > 0.0:\n            return v\n        return -v") == []
