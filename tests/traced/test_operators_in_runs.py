"""Objects that operators make or change, and classes of dicts and lists, in runs of eager code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

GATES = """
import tensorflow as tf


class Gate:
    def __init__(self, matrix):
        self.matrix = matrix

    def __{method}__(self, other):
        return {result}

    def __eq__(self, other):
        return {equal}

    __hash__ = {hashed}


@tf.function
def apply(state, gate):
    return tf.linalg.matvec(gate.matrix, state)


def run(state, gate: Gate):
    for number in range(8):
        state = apply(state, {made})
    return state
"""

ITEMS = """
import tensorflow as tf


class Options(dict):
    pass


class Rates(list):
    pass


options, rates = Options(gain=1.0), Rates([0.5])


@tf.function
def scaled(x):
    return x * options["gain"]


@tf.function
def decayed(x):
    return x * rates[0]


for number in range(4):
    scaled(tf.ones([2]))
    decayed(tf.ones([2]))
    {change}
"""


@pytest.mark.parametrize(
    ("method", "result", "made", "count"),
    [
        ("matmul", "Gate(self.matrix)", "gate @ gate", 1),
        ("rmul", "Gate(self.matrix)", "number * gate", 1),
        ("matmul", "self", "gate @ gate", 0),
        ("matmul", "Gate(self.matrix)", "gate", 0),
    ],
)
def test_each_operation_makes_an_object(tmp_path: Path, method: str, result: str, made: str, count: int) -> None:
    program = GATES.replace("\n    def __eq__(self, other):\n        return {equal}\n\n    __hash__ = {hashed}\n", "")
    report = report_of(tmp_path, program.format(method=method, result=result, made=made), select=("TFA404",))
    assert len(report.findings) == count


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ('options["gain"] = float(number)', ["TFA113"]),
        ('options.update(gain=float(number))', ["TFA113"]),
        ("rates[0] = float(number)", ["TFA113"]),
        ('options["other"] = float(number)', []),
        ("rates.append(float(number))", []),
        ("pass", []),
    ],
)
def test_what_is_an_item_of_an_object(tmp_path: Path, change: str, codes: list[str]) -> None:
    report = report_of(tmp_path, ITEMS.format(change=change), select=("TFA113", "TFA114"))
    assert [each.code for each in report.findings] == codes
