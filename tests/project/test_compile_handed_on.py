"""A model whose own `compile` hands `run_eagerly` on to the one of Keras: its default and what callers pass decide."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import traces_of
from tflint_autograph.model.levels import Confidence

MODEL = """
import tensorflow as tf


class Net(tf.keras.Model):
    def compile(self, optimizer, {parameter}, **options):
        super().compile(optimizer=optimizer, run_eagerly={given}, **options)

    def train_step(self, data):
        return {{"loss": tf.reduce_mean(data)}}


def train(data):
    net = Net()
    net.compile("sgd"{passed})
    net.fit(data)
"""


def sureness(root: Path, parameter: str, given: str, passed: str) -> Confidence | None:
    """Returns how sure it is that the step is traced, or None if it is not."""
    trace = traces_of(root, MODEL.format(parameter=parameter, given=given, passed=passed)).get("Net.train_step")
    return trace.confidence if trace is not None else None


@pytest.mark.parametrize(
    ("parameter", "given", "passed"),
    [
        ("run_eagerly=True", "run_eagerly", ", run_eagerly=True"),
        ("run_eagerly", "run_eagerly", ", run_eagerly=True"),
        ("eager=True", "True", ""),
    ],
)
def test_the_step_runs_eagerly(tmp_path: Path, parameter: str, given: str, passed: str) -> None:
    assert sureness(tmp_path, parameter, given, passed) in (None, Confidence.LOW)


@pytest.mark.parametrize(
    ("parameter", "given", "passed"),
    [
        ("run_eagerly=False", "run_eagerly", ""),
        ("run_eagerly=None", "run_eagerly", ""),
        ("run_eagerly=True", "run_eagerly", ", run_eagerly=False"),
        ("eager=True", "False", ""),
    ],
)
def test_the_step_is_traced(tmp_path: Path, parameter: str, given: str, passed: str) -> None:
    assert (sureness(tmp_path, parameter, given, passed) or Confidence.LOW) > Confidence.LOW
