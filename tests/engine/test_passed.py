"""Which parameters get tensors, and which Python values, as far as the calls in a project tell. Runs nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import settings_of, write
from tflint_autograph.engine.explain.passed import PassedKinds
from tflint_autograph.engine.pipeline import Run

STEPS = """
import tensorflow as tf

@tf.function
def tensors(n):
    return inner(n)

@tf.function
def both(n):
    return n

@tf.function
def numbers(n):
    return n

@tf.function
def nobody(n):
    return n

def inner(n):
    return n

def outside(n):
    return n
"""
TRAIN = """
import tensorflow as tf
from steps import both, numbers, outside, tensors

tensors(tf.constant(1))
tensors(tf.range(3))
both(tf.constant(1))
both(2)
numbers(2)
outside(tf.constant(1))
"""


@pytest.mark.parametrize(
    ("line", "known"),
    [(6, {"n": True}), (10, {}), (14, {"n": False}), (18, {}), (21, {"n": True}), (24, {}), (2, {}), (99, {})],
)
def test_the_parameters_that_get_one_kind_alone(line: int, known: dict[str, bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"steps.py": STEPS, "train.py": TRAIN})
    run = Run(settings_of(tmp_path), (str(tmp_path),), None)
    assert PassedKinds(run, ["steps.py"]).at("steps.py", line) == known
