"""A function that a program runs by its name, as text, may change a name of the module before anything is traced; one without a call later."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import sys
import tensorflow as tf

STATS = {{}}


def load_small():
    STATS["scale"] = 2.0
    return tf.data.Dataset.range(3)


def scaled(x):
    return tf.cast(x, tf.float32) * STATS["scale"]


data = {loaded}
for each in data.map(scaled):
    print(each)
"""


@pytest.mark.parametrize(
    ("loaded", "is_shown"),
    [
        ('eval("load_{}()".format(sys.argv[1]))', False),
        ('globals()["load_" + sys.argv[1]]()', False),
        ("tf.data.Dataset.range(3)", True),
    ],
)
def test_whether_the_change_comes_after_the_trace(tmp_path: Path, loaded: str, is_shown: bool) -> None:
    found = report_of(tmp_path, PROGRAM.format(loaded=loaded), select=("TFA113",)).findings
    assert any(each.confidence > Confidence.LOW for each in found) is is_shown
