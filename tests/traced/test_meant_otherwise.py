"""Ordinary code beside what a rule reports, which has the same result in the graph."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

RESULTS = """
import tensorflow as tf


@tf.function
def loss(x):
    return 1.5


def is_number(value):
    return isinstance(value, (int, float))


n = loss(tf.constant(1.0))
{use}
"""


@pytest.mark.parametrize(
    ("use", "is_reported"),
    [
        ("assert isinstance(n, float)", True),
        ("print(isinstance(n, float))", True),
        ("assert isinstance(n, float) or tf.is_tensor(n)", False),
        ("assert not isinstance(n, float)", False),
        ("known = isinstance(n, float)\nif not known:\n    n = n.numpy()", False),
        ("if not is_number(n):\n    n = n.numpy()", False),
    ],
)
def test_a_test_of_a_type_that_decides_expects_tensors(tmp_path: Path, use: str, is_reported: bool) -> None:
    assert bool(report_of(tmp_path, RESULTS.format(use=use), select=("TFA311",)).findings) is is_reported


OBJECTS = """
import dataclasses
from dataclasses import InitVar

import tensorflow as tf

kept = []


@dataclasses.dataclass({options})
class Config:
    rate: {kind} = 0
{method}

@tf.function
def train(x, config):
    return x * 2.0


for i in range(10):
    config = Config(i)
    kept.append(config)
    train(tf.constant(1.0), config)
"""
NORMALISED = "\n    def __post_init__(self, *given):\n        object.__setattr__(self, 'rate', 0)\n\n"


@pytest.mark.parametrize(
    ("options", "kind", "method", "is_reported"),
    [
        ("frozen=True", "int", "", True),
        ("unsafe_hash=True", "int", "", False),
        ("frozen=True", "int", NORMALISED, False),
        ("frozen=True", "InitVar[int]", "", False),
    ],
)
def test_only_fields_that_stay_what_is_passed_make_another_argument(
    tmp_path: Path, options: str, kind: str, method: str, is_reported: bool
) -> None:
    program = OBJECTS.format(options=options, kind=kind, method=method)
    assert bool(report_of(tmp_path, program, select=("TFA402", "TFA404")).findings) is is_reported


LOOPS = """
import tensorflow as tf

DEPTH = 4


@tf.function
def grown(depth, x):
    size = {start}
{loop}
    return size


grown(tf.constant(30), tf.constant([1.0]))
"""


@pytest.mark.parametrize(
    ("start", "loop", "is_reported"),
    [
        ("1", "    for _ in tf.range(depth):\n        size *= 2", True),
        ("0", "    for _ in tf.range(depth):\n        size *= 2", False),
        ("1", "    for _ in tf.range(DEPTH):\n        size *= 2", False),
        ("1", "    while size < depth:\n        size *= 2", False),
        ("1", "    for _ in x:\n        size *= 2", False),
        ("1", "    for _ in tf.range(depth):\n        if size > 100:\n            break\n        size *= 2", False),
        ("1", "    for _ in tf.range(depth):\n        size = size * 1", False),
    ],
)
def test_a_number_overflows_where_an_argument_alone_says_how_often_it_grows(
    tmp_path: Path, start: str, loop: str, is_reported: bool
) -> None:
    assert bool(report_of(tmp_path, LOOPS.format(start=start, loop=loop), select=("TFA207",)).findings) is is_reported


CHOSEN = """
import tensorflow as tf


class Point:
    def __init__(self, x):
        self.x = x
{method}

a, b = Point(1.0), Point(2.0)
{register}


@tf.function
def choose(x):
    return a if tf.reduce_sum(x) > 0.0 else b
"""


@pytest.mark.parametrize(
    ("method", "register", "is_reported"),
    [
        ("", "", True),
        ("\n    def __array__(self, dtype=None):\n        return self.x\n\n", "", False),
        ("\n    def __tf_tensor__(self, dtype=None, name=None):\n        return self.x\n\n", "", False),
        ("", "tf.register_tensor_conversion_function(Point, lambda value, *given, **named: value.x)", False),
        ("", "tf.register_tensor_conversion_function(list, lambda value, *given, **named: value[0])", True),
    ],
)
def test_an_object_that_becomes_a_tensor_may_be_chosen(tmp_path: Path, method: str, register: str, is_reported: bool) -> None:
    program = CHOSEN.format(method=method, register=register)
    assert bool(report_of(tmp_path, program, select=("TFA208",)).findings) is is_reported


SET = """
import tensorflow as tf


class State:
    total = 0.0


@tf.function
def summed(x):
    state, t = State(), tf.constant(0.0)
    for v in x:
        {step}
    return {result}


summed(tf.constant([1.0, 2.0]))
"""


@pytest.mark.parametrize(
    ("step", "result", "is_reported"),
    [
        ("setattr(state, 'total', getattr(state, 'total') + v)", "t", True),
        ("setattr(state, 'total', v)", "state.total", True),
        ("setattr(state, 'total', v * 2.0); t += state.total", "t", False),
        ("setattr(state, 'total', 5)", "state.total", False),
    ],
)
def test_an_attribute_set_by_a_call_matters_where_it_is_read(tmp_path: Path, step: str, result: str, is_reported: bool) -> None:
    assert bool(report_of(tmp_path, SET.format(step=step, result=result), select=("TFA506",)).findings) is is_reported


@pytest.mark.parametrize(("use", "is_reported"), [("i % 2 == 0", False), ("i + 1 > 2", False), ("i * 0.5 > 1.0", True)])
def test_the_number_of_an_element_mixes_with_whole_numbers(tmp_path: Path, use: str, is_reported: bool) -> None:
    loop = f"for i, v in enumerate(tf.data.Dataset.range(4)):\n        if {use}:\n            x += v"
    program = f"import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    {loop}\n    return x\n"
    assert bool(report_of(tmp_path, program, select=("TFA207",)).findings) is is_reported


def test_the_first_test_of_each_loop_is_reported(tmp_path: Path) -> None:
    body = "best = None\n    if best is None:\n        x = x * 2.0\n"
    loop = "    for v in x:\n        best = v if best is None or (v > 1.0 and best is not None) else best\n"
    program = f"import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    {body}{loop}    best = None\n{loop}    return best\n"
    found = report_of(tmp_path, program, select=("TFA206",)).findings
    assert [each.span.start.line for each in found] == [10, 13]
