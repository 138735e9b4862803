"""A loss with a `__call__` of its own that `fit` cannot call: other code traces it, converted. Beside each, one that `fit` calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

LOSS = """
import {keras}

class Guided({keras}.losses.Loss):
    def {method}(self, {parameters}):
        total = 0.0
        for n in range(len(tf.shape({first}))):
            total += 1.0
        self.last = {first}
        return total

import tensorflow as tf
"""


@pytest.mark.parametrize(
    ("keras", "method", "parameters", "codes"),
    [
        ("keras", "__call__", "weights, samples", ["TFA505"]),
        ("keras", "__call__", "y_true, y_pred, sample_weight=None", ["TFA301", "TFA505"]),
        ("keras", "__call__", "y_true, y_pred, length=None", ["TFA301", "TFA505"]),
        ("keras", "call", "y_true, y_pred", ["TFA301", "TFA505"]),
        ("keras", "__call__", "outputs, samples, lengths, sizes, masks", ["TFA505"]),
        ("tf_keras", "__call__", "outputs, samples, length=None", ["TFA505"]),
        ("tf_keras", "__call__", "outputs, samples, sample_weight=None", ["TFA301", "TFA505"]),
    ],
)
def test_a_loss_that_fit_cannot_call_is_converted(tmp_path: Path, keras: str, method: str, parameters: str, codes: list[str]) -> None:
    first = parameters.partition(",")[0]
    program = LOSS.format(keras=keras, method=method, parameters=parameters, first=first)
    report = report_of(tmp_path, program, select=("TFA301", "TFA505"))
    assert sorted({each.code for each in report.findings}) == codes
    begins = {each.trace.steps[0].text.partition(" ")[0] for each in report.findings if each.trace is not None}
    assert begins == ({"Keras"} if "TFA301" in codes else {"`m.Guided.__call__`"})
