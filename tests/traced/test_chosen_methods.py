"""A method that another name of an object stands for is not reported where the object that traced code uses is made with another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence
from tflint_autograph.traced.escape.chosen_methods import CHOSEN

PROGRAM = """
import numpy as np
import tensorflow as tf


class Projector:
    def __init__(self, focal, use_numpy=False):
        self.focal = focal
        self.project = self._with_tensors
        if use_numpy:
            self.project = self._with_arrays

    def _with_tensors(self, x):
        return tf.concat([x, x], axis=0)

    def _with_arrays(self, x):
        return np.concatenate([x, x], axis=0)


class Loss:
    def __init__(self, focal, flag=False):
        self.projector = {made}

    @tf.function
    def run(self, x):
        return self.projector.{called}(tf.matmul(x, x))


class Other:
    def __init__(self):
        self.projector = Projector(1.0, True)


{more}
loss = Loss(1.0)
loss.run(tf.ones([2, 2]))
"""


@pytest.mark.parametrize(
    ("made", "called", "more", "is_other"),
    [
        ("Projector(focal)", "project", "", True),
        ("Projector(focal, use_numpy=False)", "project", "", True),
        ("Projector(focal, True)", "project", "", False),
        ("Projector(focal, flag)", "project", "Loss(1.0, True)", False),
        ("Projector(focal)", "_with_arrays", "", False),
        ("Projector(focal)", "project", "given = Loss(1.0)\ngiven.projector = Projector(1.0, True)", False),
    ],
)
def test_what_the_object_is_made_with(tmp_path: Path, made: str, called: str, more: str, is_other: bool) -> None:
    (found,) = report_of(tmp_path, PROGRAM.format(made=made, called=called, more=more), select=("TFA303",)).findings
    assert (found.confidence is Confidence.LOW) == (found.excuse == CHOSEN)
    assert (found.excuse == CHOSEN) is is_other
