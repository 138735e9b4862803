"""A function that its definer traces once by itself may hand Python values out and create variables: each way, beside one that is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Severity

OWN = """
import tensorflow as tf
import federated

def prepare(build):
    order = []

    {decorators}
    def initialize(x):
        nonlocal order
        {change}
        return x

    {use}
    return order
"""
HANDS = "order = [each.index for each in build()]"
TRACES = "initialize.get_concrete_function(tf.TensorSpec([]))"
PLAIN = "@tf.function"
GIVEN = "@federated.computation(1)\n    @tf.function"


def said(tmp_path: Path, decorators: str, change: str, use: str) -> list[tuple[str, Severity]]:
    """Returns the codes and severities of what is found."""
    report = report_of(tmp_path, OWN.format(decorators=decorators, change=change, use=use), select=("TFA501", "TFA502", "TFA503", "TFA505"))
    return [(each.code, each.severity) for each in report.findings]


@pytest.mark.parametrize(
    ("decorators", "change", "use", "severity"),
    [
        (PLAIN, HANDS, TRACES, Severity.INFO),
        (PLAIN, "order.append('a')", TRACES, Severity.INFO),
        (GIVEN, HANDS, "pass", Severity.INFO),
        (PLAIN, HANDS, "initialize(1.0); initialize(2.0)", Severity.ERROR),
        (PLAIN, HANDS, "other.get_concrete_function()", Severity.ERROR),
        ("@tf.function\n    @federated.computation(1)", HANDS, "pass", Severity.ERROR),
    ],
)
def test_python_values_are_handed_to_the_function_that_starts_the_trace(
    tmp_path: Path, decorators: str, change: str, use: str, severity: Severity
) -> None:
    assert said(tmp_path, decorators, change, use) == [("TFA503", severity)]


def test_a_tensor_that_is_handed_out_has_no_value(tmp_path: Path) -> None:
    assert (Severity.INFO not in {each for _, each in said(tmp_path, PLAIN, "order.append(tf.square(x))", TRACES)})


@pytest.mark.parametrize(("decorators", "severity"), [(GIVEN, Severity.INFO), (PLAIN, Severity.ERROR), ("@tf.function\n    @federated.checked", Severity.ERROR)])
@pytest.mark.parametrize(("change", "code"), [("tf.Variable(x)", "TFA501"), ("tf.keras.metrics.Mean()", "TFA502")])
def test_what_a_foreign_decorator_traces_may_be_traced_once(tmp_path: Path, decorators: str, severity: Severity, change: str, code: str) -> None:
    assert said(tmp_path, decorators, change, "pass") == [(code, severity)]
