"""Which parameters get tensors, as far as the calls in a project tell. Runs nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import settings_of, write
from tflint_autograph.engine.explain.passed import PassedTensors
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
    [(6, {"n"}), (10, set()), (14, set()), (18, set()), (21, {"n"}), (24, set()), (2, set()), (99, set())],
)
def test_the_parameters_that_get_tensors_alone(line: int, known: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"steps.py": STEPS, "train.py": TRAIN})
    run = Run(settings_of(tmp_path), (str(tmp_path),), None)
    assert PassedTensors(run, ["steps.py"]).at("steps.py", line) == known
