"""TensorFlow Federated traces a computation once, in a graph of its own: variables and structures made there are meant, a print is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import tensorflow as tf
import tensorflow_federated as tff

finalizers = {{}}

{decorator}
@tf.function
def update(weights):
    metric = tf.keras.metrics.Mean()
    finalizers[metric.name] = metric
    print(weights)
    return weights
"""


@pytest.mark.parametrize(
    ("decorator", "expected"),
    [
        ("@tff.tf_computation", ["TFA101"]),
        ("@tff.tf_computation(tf.int32)", ["TFA101"]),
        ("@tff.tensorflow.computation(tf.int32)", ["TFA101"]),
        ("@tff.federated_computation", ["TFA502", "TFA503", "TFA101"]),
        ("", ["TFA502", "TFA503", "TFA101"]),
    ],
)
def test_a_computation_is_traced_once(tmp_path: Path, decorator: str, expected: list[str]) -> None:
    report = report_of(tmp_path, PROGRAM.format(decorator=decorator), select=("TFA101", "TFA502", "TFA503"))
    assert [finding.code for finding in report.findings] == expected
