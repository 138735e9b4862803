"""Copies: a deep one has copies of all that the original holds, of each object once, and the functions themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

TABLE = """
import copy
import tensorflow as tf


def shows(x):
    print("x is", x)
    return x


@tf.function
def step(x):
    table = {{"run": shows}}
    return {copied}["run"](x)


step(tf.constant(1.0))
"""


@pytest.mark.parametrize("copied", ["table", "copy.copy(table)", "copy.deepcopy(table)", "table.copy()", "dict(table)"])
def test_a_copy_holds_the_same_functions(tmp_path: Path, copied: str) -> None:
    report = report_of(tmp_path, TABLE.format(copied=copied), select=("TFA101",))
    assert [finding.confidence for finding in report.findings] == [Confidence.HIGH]


def test_what_is_held_often_is_copied_once(tmp_path: Path) -> None:
    held = "".join(f"    a{number} = [a{number - 1}, a{number - 1}]\n" for number in range(1, 40))
    report = report_of(tmp_path, f"import copy\nimport tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    a0 = [x]\n{held}    return copy.deepcopy(a39)\n")
    assert report.problems == ()


BAGS = """
import copy
import tensorflow as tf


class Bag(list):
    pass


@tf.function
def step(x, size):
    return x * size


for bag in copy.deepcopy([Bag([number]) for number in range(9)]):
    step(tf.constant(1.0), bag[0])
"""


def test_objects_that_are_lists_are_copied_each(tmp_path: Path) -> None:
    report = report_of(tmp_path, BAGS, select=("TFA402",))
    assert [finding.confidence for finding in report.findings] == [Confidence.HIGH]
