"""Profiles: in a library, what is true only if code outside of the project calls a public function again is doubted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

REMADE = """
import tensorflow as tf

def double(x):
    return x * 2.0

def evaluate(data):
    step = tf.function(double)
    return step(data)
"""

CALLED = REMADE + """
def train(data):
    for batch in data:
        evaluate(batch)
"""

REBOUND = """
import tensorflow as tf

RATE = 1.0

def set_rate(rate):
    global RATE
    RATE = rate
    report()

def report():
    print("set")

@tf.function
def step(x):
    return x * RATE
"""

USED = REBOUND + """
for number in range(3):
    step(tf.ones([]))
    set_rate(float(number))
"""


def sure(root: Path, text: str, profile: str) -> Confidence:
    """The confidence of the one finding."""
    (finding,) = report_of(root, text, select=("TFA113", "TFA403"), profile=profile).findings
    assert (finding.excuse != "") == (profile == "library" and finding.confidence is Confidence.LOW)
    return finding.confidence


@pytest.mark.parametrize("text", [REMADE, REBOUND])
def test_a_library_doubts_what_only_its_users_may_do(tmp_path: Path, text: str) -> None:
    assert sure(tmp_path, text, "application") is Confidence.MEDIUM
    assert sure(tmp_path, text, "library") is Confidence.LOW


@pytest.mark.parametrize("text", [CALLED, USED])
def test_what_the_project_does_itself_is_as_sure_in_a_library(tmp_path: Path, text: str) -> None:
    assert sure(tmp_path, text, "library") is sure(tmp_path, text, "application") > Confidence.LOW
