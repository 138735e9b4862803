"""A trace keeps a value that is not known when code assigns another one that is not known, and not when it assigns the same one again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


class Config:
    def __init__(self, gain):
        self.gain = gain


class Session:
    def __init__(self, config):
        self.config = config

    @tf.function
    def amplify(self, x):
        return x * self.config.gain


def entry(x, gain, gains):
    session = Session(Config(gain))
    session.amplify(x)
    {between}
    session.amplify(x)
"""


@pytest.mark.parametrize(
    ("between", "confidence"),
    [
        ("session.config.gain = gain * 10", Confidence.MEDIUM),
        ("session.config.gain = gains[0]", None),
        ("session.config.gain = gain", None),
        ("before = session.config.gain\n    session.config.gain = gain * 10\n    session.config.gain = before", None),
        ("for each in gains:\n        session.config.gain = each\n        session.amplify(x)", Confidence.MEDIUM),
        ("for each in gains:\n        session.config.gain = gain\n        session.amplify(x)", None),
        ("session.config.gain = 10", Confidence.MEDIUM),
    ],
)
def test_a_value_that_is_not_known_is_another_one(tmp_path: Path, between: str, confidence: Confidence | None) -> None:
    found = report_of(tmp_path, PROGRAM.format(between=between), select=("TFA114",)).findings
    assert [each.confidence for each in found] == ([confidence] if confidence is not None else [])
