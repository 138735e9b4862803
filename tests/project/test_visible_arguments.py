"""What helpers make of the arguments of their visible calls, and pass to traced functions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


@tf.function
def step(state, rate):
    seen = []
    for each in state:
        seen.append(each * rate)
    return {result}


def run(state, rate):
    for _ in range(3):
        state = step(state, rate)
    return state


run({given}, 0.5)
"""


@pytest.mark.parametrize(
    ("result", "given", "is_sure"),
    [("tf.stack(seen)", "tf.eye(3)", True), ("tf.stack(seen)", "[1.0, 2.0]", False), ("tf.stack(seen)", "unknown()", False), ("seen", "tf.eye(3)", False)],
)
def test_an_argument_that_the_next_call_gets_from_the_one_before(tmp_path: Path, result: str, given: str, is_sure: bool) -> None:
    found = report_of(tmp_path, PROGRAM.format(result=result, given=given), select=("TFA506",)).findings
    assert any(each.confidence is Confidence.HIGH for each in found) is is_sure


CYCLES = {
    "a changed copy of a data class": """
@dataclasses.dataclass
class State:
    value: Any
    n: int = 0


def update(state):
    return State(step(state.value, 0.5), state.n + 1)


state = State([tf.constant(1.0)])
for _ in range(3):
    state = update(state)
""",
    "a copy with the same function": """
@dataclasses.dataclass
class State:
    run: Any

    def clone(self):
        return State(self.run)


State(step).clone().run([tf.constant(1.0)], 0.5)
""",
    "two classes that take from each other": """
class First:
    def __init__(self, other, run):
        self.run, self.next = run, other.run


class Second:
    def __init__(self, other, run):
        self.run, self.next = run, other.run


def chain(first):
    return First(Second(first, step), step)


def begin(first: First):
    return chain(first)
""",
}


@pytest.mark.parametrize("cycle", CYCLES)
def test_what_calls_pass_may_depend_on_itself(tmp_path: Path, cycle: str) -> None:
    head = "import dataclasses\nfrom typing import Any\n" + PROGRAM.format(result="seen", given="[tf.constant(1.0)]")
    report = report_of(tmp_path, head + CYCLES[cycle])
    assert report.problems == ()


WRAPPED = """
import tensorflow as tf

TABLE = {{}}


def register(thing, log=None):
    def wrapper(x):
        {body}
    TABLE["a"] = wrapper
    return thing


def shows(n):
    print("shown", n)
    return n


register({given})


@tf.function
def step(x):
    return TABLE["a"](x)


step(tf.constant(1.0))
"""


@pytest.mark.parametrize(
    ("body", "given", "is_reached"),
    [
        ("return thing(x)", "shows", True),
        ("if tf.executing_eagerly():\n            log(x)\n        return thing(x)", "tf.square, shows", False),
    ],
)
def test_a_wrapper_in_a_table_calls_what_it_is_put_around(tmp_path: Path, body: str, given: str, is_reached: bool) -> None:
    report = report_of(tmp_path, WRAPPED.format(body=body, given=given), select=("TFA101",))
    assert bool(report.findings) is is_reached
