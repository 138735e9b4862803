"""Bound methods as arguments of a traced function: Python creates one each time that a method is read of an object."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import tensorflow as tf

class Net(tf.Module):
    def step(self, x):
        return x * 2.0

    @classmethod
    def scaled(cls, x):
        return x * 2.0

    @staticmethod
    def plain(x):
        return x * 2.0

    @tf.function
    def fast(self, x):
        return x * 2.0

@tf.function
def run(function, x):
    return function(x)

net = Net()
kept = net.step
for value in range(10):
    run({given}, tf.constant(value))
"""

INSIDE = """
import tensorflow as tf

@tf.function
def run(function, x):
    return function(x)

class Trainer:
    def __init__(self):
        self.kept = self.step

    def step(self, x):
        return x * 2.0

    def fit(self, data):
        for x in data:
            run({given}, x)
"""

NESTED = """
import tensorflow as tf

class Net(tf.Module):
    def step(self, x):
        return x * 2.0

@tf.function
def run(function, x):
    return function(x)

@tf.function
def outer(net, x):
    for _ in range(10):
        x = run(net.step, x)
    return x

outer(Net(), tf.constant(1.0))
"""


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (PROGRAM.format(given="net.step"), True),
        (PROGRAM.format(given="Net.scaled"), True),
        (PROGRAM.format(given="kept"), False),
        (PROGRAM.format(given="net.plain"), False),
        (PROGRAM.format(given="Net.plain"), False),
        (PROGRAM.format(given="net.fast"), False),
        (INSIDE.format(given="self.step"), True),
        (INSIDE.format(given="self.kept"), False),
        (NESTED, False),
    ],
    ids=["method", "class-method", "kept", "static-method", "static-method-of-class", "traced-method", "own", "attribute", "inside-a-trace"],
)
def test_bound_methods(tmp_path: Path, source: str, found: bool) -> None:
    findings = [each for each in report_of(tmp_path, {"run.py": source}).findings if each.code == "TFA403"]
    assert [each.message for each in findings] == (["`run` retraces for each new bound method `" + _given(source) + "`"] if found else [])


def _given(source: str) -> str:
    return source.rpartition("run(")[2].partition(",")[0]
