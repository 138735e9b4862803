"""Functions that nothing in the project is seen to call: whether they may be called again and again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

MADE = """
import tensorflow as tf

def double(x):
    return x * 2.0

def convert(x):
    return tf.function(double)(x)
"""

IN_TRACE = """
import tensorflow as tf
from lib import convert

def choose(x, mode):
    if mode == "export":
        return convert(x)
    return x

@tf.function
def step(x):
    return choose(x, "train")
"""

ELSEWHERE = """
import tensorflow as tf

@tf.function
def step(x, convert):
    return x if convert else -x
"""


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        ({"lib.py": MADE}, True),
        ({"lib.py": MADE, "main.py": ELSEWHERE}, True),
        ({"lib.py": MADE, "main.py": IN_TRACE}, False),
        ({"test_lib.py": MADE}, False),
    ],
)
def test_what_is_created_on_each_call_of_a_function_without_a_call(tmp_path: Path, sources: dict[str, str], found: bool) -> None:
    assert [each.code for each in report_of(tmp_path, sources, select=("TFA403",)).findings] == ["TFA403"] * found


SETTER = """
import logging
import tensorflow as tf

RATE = 1.0

def set_rate(rate):
    global RATE
    RATE = rate
    {then}

def log(rate):
    print(rate)

@tf.function
def step(x):
    return x * RATE
"""


@pytest.mark.parametrize(
    ("then", "found"), [("log(rate)", True), ("MODEL.fit(rate)", True), ("print(rate)", False), ("logging.info(rate)", False), ("pass", False),
     ("return [float(each) for each in DATA]", True)]
)
def test_a_function_that_only_sets_a_name_and_says_so_sets_it_up(tmp_path: Path, then: str, found: bool) -> None:
    findings = report_of(tmp_path, SETTER.format(then=then), select=("TFA113",)).findings
    assert [each.confidence.value == "medium" for each in findings] == [found]


INSIDE = """
import tensorflow as tf

def double(x):
    return x * 2.0

def convert(x):
    return tf.function(double)(x)

{calls}
"""


@pytest.mark.parametrize(
    ("calls", "sure"),
    [
        ("def serve(x):\n    return convert(x)", True),
        ("def serve(x):\n    return convert(x)\n\ndef both(x):\n    return serve(x) + convert(x)", True),
        ("class Service:\n    def handle(self, x):\n        return convert(x)", True),
        ("def serve(x):\n    return convert(x)\n\nserve(tf.constant(1.0))", False),
        ("def serve():\n    return convert(tf.constant(1.0))", False),
        ("convert(tf.constant(1.0))", False),
    ],
)
def test_what_is_created_inside_of_a_function_that_code_outside_calls(tmp_path: Path, calls: str, sure: bool) -> None:
    found = report_of(tmp_path, {"lib.py": INSIDE.format(calls=calls)}, select=("TFA403",)).findings
    assert [each.code for each in found] == ["TFA403"] * sure


OWN = """
import tensorflow as tf


class Weighted:
    def __init__(self):
        self.rate = {rate}

    @tf.function
    def __call__(self, x):
        return x * self.rate


def weigh(x):
    weighted = Weighted()
    return weighted(tf.constant(x))
"""


@pytest.mark.parametrize(
    ("rate", "expected"), [("0.5", Confidence.MEDIUM), ("tf.Variable(0.5)", Confidence.LOW), ("tf.keras.layers.Dense(1)", Confidence.LOW)]
)
def test_a_model_that_a_function_makes_which_code_outside_calls(tmp_path: Path, rate: str, expected: Confidence) -> None:
    report = report_of(tmp_path, OWN.format(rate=rate), select=("TFA404",), min_confidence=Confidence.LOW)
    assert [each.confidence for each in report.findings] == [expected]
