"""Traces that run once: what Python does in them happens as often as in eager code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Severity

NESTED = """
import random

import tensorflow as tf

TABLE = {{}}
CALLS = []


def measure(x, strategy: tf.distribute.Strategy = None, other=None):
    @tf.function
    def inner(y):
        print("inner")
        CALLS.append(1)
        if tf.reduce_sum(y) > 0.0:
            print("positive")
        return y * random.random() + TABLE["a"]

    {then}


for number in range(3):
    TABLE["a"] = number
    measure(tf.ones([]))
"""

PROGRAM = """
import tensorflow as tf


@tf.function{options}
def start(x):
    print({shown})
    return x


def main():
    {then}


if __name__ == "__main__":
    main()
"""


def lines(root: Path, text: str) -> set[tuple[str, str]]:
    """Returns the rule and the line of each finding, without the one about what is created again."""
    found = ((each.code, text.splitlines()[each.span.start.line - 1].strip()) for each in report_of(root, text, min_severity=Severity.WARNING).findings)
    return {each for each in found if each[0] != "TFA403"}


@pytest.mark.parametrize("then", ["return inner(x)", "y = inner(x)\n    return y + 1.0", "with tf.name_scope('a'):\n        return inner(x)", "return strategy.run(inner, (x,))"])
def test_a_function_that_is_created_for_its_only_call(tmp_path: Path, then: str) -> None:
    assert {line for _, line in lines(tmp_path, NESTED.format(then=then))} == {'print("positive")'}


@pytest.mark.parametrize(
    "then",
    [
        "return inner(x) + inner(x)",
        "return inner",
        "return other.run(inner, (x,))",
        "for _ in range(3):\n        x = inner(x)\n    return x",
        "return [inner(each) for each in (x, x)]",
        "return tf.data.Dataset.range(3).map(inner)",
        "other = inner\n    return other(x)",
        "measure.kept = inner\n    return inner(x)",
    ],
)
def test_a_function_that_may_be_called_again(tmp_path: Path, then: str) -> None:
    found = lines(tmp_path, NESTED.format(then=then))
    assert {"TFA110", "TFA503"} <= {code for code, _ in found}
    assert 'print("inner")' in {line for _, line in found}


def test_a_tensor_that_a_trace_stores_or_shows_has_no_value(tmp_path: Path) -> None:
    text = NESTED.format(then="return inner(x)").replace("CALLS.append(1)", "CALLS.append(y * 2.0)").replace('print("inner")', 'print("inner", y)')
    assert {'print("inner", y)', "CALLS.append(y * 2.0)"} <= {line for _, line in lines(tmp_path, text)}


def program(options: str = "", shown: str = '"starting"', then: str = "start(tf.ones([]))") -> str:
    """Returns a program that traces and runs `start`."""
    return PROGRAM.format(options=options, shown=shown, then=then)


def test_a_function_that_the_program_calls_once(tmp_path: Path) -> None:
    assert not lines(tmp_path, program())
    assert not lines(tmp_path, program(options="(jit_compile=True)"))
    assert lines(tmp_path, program(shown='"starting", x'))


@pytest.mark.parametrize(
    "then",
    ["start(tf.ones([]))\n    start(tf.ones([]))", "for _ in range(3):\n        start(tf.ones([]))", "return start", "start(tf.ones([]))\n    print(start)"],
)
def test_a_function_that_the_program_may_call_again(tmp_path: Path, then: str) -> None:
    assert lines(tmp_path, program(then=then))


def test_a_function_that_code_outside_may_call(tmp_path: Path) -> None:
    assert lines(tmp_path, program().replace("    main()\n", "    pass\n"))


FEDERATED = """
import tensorflow as tf
import tensorflow_federated as tff


@tf.function
def project(x):
    print("starting")
    return x


def build():
    @tff.tf_computation
    def init():
        return project(tf.ones([]))

    {decorator}
    def update(x):
        return project(project(x))

    return init, update
"""


def test_a_function_that_only_computations_of_federated_call(tmp_path: Path) -> None:
    assert not lines(tmp_path, FEDERATED.format(decorator="@tff.tf_computation(tf.float32)"))
    assert lines(tmp_path, FEDERATED.format(decorator=""))
