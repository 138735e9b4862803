"""What operators pass to the methods that they call, `Pipeline() | fn`, and what several calls put into one container."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import traces_of

PROGRAM = """
import tensorflow as tf


class Pipeline:
    def __init__(self):
        self.steps = []

    def {method}(self, fn):
        self.steps.append(fn)
        return self

    def __call__(self, x):
        for step in self.steps:
            x = step(x)
        return x

    def bind(self, data):
        return data.map(self)


def first(x):
    return x + 1


def second(x):
    return x * 2


def unused(x):
    return x


def run(count):
    data = tf.data.Dataset.range(count)
    one = [x for x in {first}.bind(data)]
    two = [x for x in {second}.bind(data)]
    return one, two
"""


def reached(folder: Path, method: str, first: str, second: str) -> set[str]:
    """The functions of the program that are traced."""
    traced = traces_of(folder, PROGRAM.format(method=method, first=first, second=second))
    return {name.rpartition(".")[2] for name in traced} - {"__call__"}


@pytest.mark.parametrize(
    ("method", "form"),
    [
        ("add", "Pipeline().add({})"),
        ("__or__", "(Pipeline() | {})"),
        ("__ror__", "({} | Pipeline())"),
        ("__rshift__", "(Pipeline() >> {})"),
        ("__lt__", "({} > Pipeline())"),
        ("__getitem__", "Pipeline()[{}]"),
    ],
)
def test_each_call_adds_to_what_is_run(tmp_path: Path, method: str, form: str) -> None:
    assert reached(tmp_path, method, form.format("first"), form.format("second")) == {"first", "second"}


@pytest.mark.parametrize("form", ["(Pipeline() + first) and Pipeline()", "(1 | 2) and Pipeline()"])
def test_another_operator_calls_nothing(tmp_path: Path, form: str) -> None:
    assert reached(tmp_path, "__or__", f"({form})", "Pipeline()") == set()
