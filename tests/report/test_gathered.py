"""The `full` format shows findings with one cause as one with several places. All other formats have an entry for each place."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.finding import Evidence
from tflint_autograph.model.report import Report
from tflint_autograph.report.formats import FORMATS, render
from tflint_autograph.report.full import render as render_full

PRINTS = """
import tensorflow as tf

@tf.function
def step(x):
    print("one", x)
    print("two", x){comment}
    y = x * 2.0
    y = y + 1.0
    y = y - 1.0
    y = y + 1.0
    y = y - 1.0
    y = y + 1.0
    y = y - 1.0
    y = y + 1.0
    print("three", x)
    return y

@tf.function
def other(x):
    print("four", x)
    return x
"""
VARIABLES = """
import tensorflow as tf

class Net(tf.Module):
    @tf.function
    def __call__(self, x):
        return self.first(x) + self.second(x) + self.third(x)

    def first(self, x):
        return tf.Variable(1.0) * x

    def second(self, x):
        return tf.Variable(2.0) * x

    def third(self, x):
        return tf.Variable(3.0) * x

class Other(tf.Module):
    @tf.function
    def __call__(self, x):
        return tf.Variable(4.0) * x
"""


def shown(report: Report) -> list[str]:
    """The blocks of the `full` format, without the summary."""
    return render_full(report, color=False, quiet=True).strip().split("\n\n")


def test_three_places_in_one_function_are_one_finding(tmp_path: Path) -> None:
    blocks = shown(report_of(tmp_path, PRINTS.format(comment=""), select=("TFA101",)))
    assert len(blocks) == 2
    assert "m.py:6:5" in blocks[0]
    assert '7 |     print("two", x)\n  |     --------------- here too' in blocks[0]
    assert "= note: here too  m.py:16" in blocks[0]
    assert blocks[0].count("why traced") == blocks[0].count("help:") == 1
    assert all(f'+     tf.print("{word}", x)' in blocks[0] for word in ("one", "two", "three"))


def test_a_place_with_a_comment_of_its_own_is_left_out(tmp_path: Path) -> None:
    blocks = shown(report_of(tmp_path, PRINTS.format(comment="  # tflint: ignore[TFA101]"), select=("TFA101",)))
    assert [block.split("\n")[1].split(":")[1] for block in blocks] == ["6", "16", "21"]


def test_what_a_run_has_shown_belongs_to_one_place(tmp_path: Path) -> None:
    report = report_of(tmp_path, PRINTS.format(comment=""), select=("TFA101",))
    proven = tuple(replace(each, evidence=Evidence("confirmed", "ran once", "")) for each in report.findings)
    assert len(shown(replace(report, findings=proven))) == len(proven) == 4


def test_equal_errors_below_one_root_are_one_finding_for_the_class(tmp_path: Path) -> None:
    blocks = shown(report_of(tmp_path, VARIABLES, select=("TFA501",)))
    assert len(blocks) == 2
    assert all(f"here too  m.py:{line}" in blocks[0] or f"{line} |" in blocks[0] for line in (13, 16))


def test_equal_warnings_in_several_functions_stay_apart(tmp_path: Path) -> None:
    assert len(shown(report_of(tmp_path, VARIABLES.replace("tf.Variable(", "print("), select=("TFA101",)))) == 4


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "full"])
def test_every_other_format_has_an_entry_for_each_place(tmp_path: Path, name: str) -> None:
    text = render(name, report_of(tmp_path, PRINTS.format(comment=""), select=("TFA101",)), color=False)
    assert "here too" not in text
    if name == "json":
        assert [each["range"]["start"]["line"] for each in json.loads(text)["findings"]] == [6, 7, 16, 21]
