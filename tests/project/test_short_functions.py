"""Calls of short functions have the value that the function gives for their arguments, whatever else the body shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import tensorflow as tf


def chosen(x, flag):
    {body}


@tf.function
def f(x):
    return [1, 2, 3][chosen(x, True)], chosen(x, False)


f(tf.constant(1))
"""


@pytest.mark.parametrize(
    "body",
    [
        "return x if flag else [x]",
        "other = [x]\n    return x if flag else other",
        "'A choice.'\n    other = [x]\n    return x if flag else other",
        "'A choice.'\n    pass\n    version = 1\n    return x if flag else [x]",
    ],
)
def test_a_choice_among_values_of_different_kinds(tmp_path: Path, body: str) -> None:
    assert [each.code for each in report_of(tmp_path, PROGRAM.format(body=body), select=("TFA301",)).findings] == ["TFA301"]
    other = PROGRAM.format(body=body).replace("chosen(x, True)]", "0]")
    assert report_of(tmp_path, other, select=("TFA301",)).findings == ()
