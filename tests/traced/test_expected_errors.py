"""What a program calls only to see it raise is no hazard: low confidence, which says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import contextlib
import pytest
import tensorflow as tf

@contextlib.contextmanager
def expected(error):
    try:
        yield
    except error as caught:
        print(caught)

@contextlib.contextmanager
def timed():
    print("begins")
    yield

@tf.function
def grow(x):
    v = tf.Variable(x)
    print(x)
    return v

{use}
"""


@pytest.mark.parametrize(
    ("use", "sure"),
    [
        ("with expected(ValueError):\n    grow(1.0)", Confidence.LOW),
        ("with pytest.raises(ValueError):\n    for n in range(3):\n        grow(1.0)", Confidence.LOW),
        ("with contextlib.suppress(ValueError):\n    grow(1.0)", Confidence.LOW),
        ("with timed():\n    grow(1.0)", Confidence.HIGH),
        ("with expected(ValueError):\n    grow(1.0)\ngrow(2.0)", Confidence.HIGH),
        ("grow(1.0)", Confidence.HIGH),
    ],
)
def test_an_error_that_is_expected_is_none(tmp_path: Path, use: str, sure: Confidence) -> None:
    found = report_of(tmp_path, PROGRAM.format(use=use), select=("TFA101", "TFA501"), min_confidence=Confidence.LOW).findings
    assert [(each.code, each.confidence) for each in found] == [("TFA501", sure), ("TFA101", Confidence.HIGH)]
    assert (sure is Confidence.LOW) == found[0].excuse.startswith("the program calls the function only where")
