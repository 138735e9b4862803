"""A method in whose place `__new__` sets something else on each object is not what a call of that name runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import types
import tensorflow as tf

class Metric(tf.keras.metrics.Metric):
    def __new__(cls, *args, **kwargs):
        obj = super().__new__(cls)
        apart = obj.update_state

        def wrapped(self, y_true, y_pred, sample_weight=None):
            return tf.py_function(apart, [y_true, y_pred], [])

        {setting}
        return obj

    def __init__(self):
        super().__init__()
        self.seen = []

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.seen.append(3)

    def result(self):
        return len(self.seen)

metric = Metric()

@tf.function
def step(x):
    metric.update_state(x, x)
"""


@pytest.mark.parametrize(
    ("setting", "count"),
    [("obj.update_state = types.MethodType(wrapped, obj)", 0), ("obj.reset = types.MethodType(wrapped, obj)", 1), ("pass", 1)],
)
def test_a_method_is_replaced_on_each_object(tmp_path: Path, setting: str, count: int) -> None:
    assert len(report_of(tmp_path, PROGRAM.format(setting=setting), select=("TFA503",)).findings) == count
