"""How sure it is that a graph loop may take the place of one that fills a list."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

VIEWS = """
import tensorflow as tf

@tf.function
def views(x, number: int):
    found = []
    for _ in range({0}):
        found.append(tf.image.random_flip_left_right(x))
    return {1}

views(tf.ones([2, 2, 3]), 4)
views(tf.ones([2, 2, 3]), 40)
"""


@pytest.mark.parametrize("returned", ["found", "x, found", '{"views": found}', "[(found, x)]"])
def test_what_a_loop_up_to_an_argument_puts_into_a_returned_list_needs_python(tmp_path: Path, returned: str) -> None:
    (found,) = report_of(tmp_path, VIEWS.format("number", returned), select=("TFA401",)).findings
    assert found.confidence is Confidence.LOW


@pytest.mark.parametrize(
    ("number", "returned"),
    [("number", "tf.stack(found)"), ("number", "found[-1]"), ("number", "len(found)"), ("100", "found")],
)
def test_another_result_and_a_known_number_of_rounds_are_as_sure_as_before(tmp_path: Path, number: str, returned: str) -> None:
    (found,) = report_of(tmp_path, VIEWS.format(number, returned), select=("TFA401",)).findings
    assert found.confidence > Confidence.LOW
