"""A step from a method of a base names the class that overrides the called one: beside a step within one class."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import tensorflow as tf

class Base(tf.keras.layers.Layer):
    def call(self, x):
        return self.inner(x)

    def inner(self, x):
        {base}
        return x

class Sub(Base):
    def inner(self, x):
        {sub}
        return x

model = tf.keras.Sequential([Base(), Sub()])
model.compile(loss="mse")
model.fit(tf.ones((4, 2)), tf.ones((4, 2)))
"""


@pytest.mark.parametrize(
    ("base", "sub", "step"),
    [("pass", "print(x)", "`m.Base.call` of `m.Sub` calls `m.Sub.inner`"), ("print(x)", "pass", "`m.Base.call` calls `m.Base.inner`")],
)
def test_the_class_of_the_object_is_named(tmp_path: Path, base: str, sub: str, step: str) -> None:
    (finding,) = report_of(tmp_path, PROGRAM.format(base=base, sub=sub), select=("TFA101",)).findings
    assert finding.trace is not None
    assert finding.trace.steps[-1].text == step


ABOVE = """
import tensorflow as tf

class Base:
    def step(self, x):
        return self.part(x)

    def part(self, x):
        return x

    def scaled(self, x):
        return x

class Sub(Base):
    def part(self, x):
        return self.scaled(x)

class Other(Base):
    def scaled(self, x):
        print(x)
        return x

@tf.function
def run(model: Base, x):
    return model.step(x)
"""


@pytest.mark.parametrize("related", [False, True])
def test_a_method_of_a_subclass_runs_on_objects_of_that_subclass(tmp_path: Path, related: bool) -> None:
    source = ABOVE.replace("Other(Base)", "Other(Sub)") if related else ABOVE
    assert len(report_of(tmp_path, source, select=("TFA101",)).findings) == related


OPEN = """
import tensorflow as tf

class Model:
    def predict(self, x):
        raise NotImplementedError
{real}

class Acquisition:
    def __init__(self, model: Model):
        self._model = model

    @tf.function
    def __call__(self, x):
        return self._model.predict(x)
"""
REAL = """
class Linear(Model):
    def predict(self, x):
        return x
"""
STAND_IN = """
import tensorflow as tf
from m import Model

class Decreasing(Model):
    def predict(self, x):
        print("data", x)
        return x
"""


@pytest.mark.parametrize(("real", "place", "count"), [(REAL, "tests/test_m.py", 0), ("", "tests/test_m.py", 1), (REAL, "decreasing.py", 1)])
def test_code_meets_no_stand_in_of_a_test_where_it_has_a_real_class(tmp_path: Path, real: str, place: str, count: int) -> None:
    sources = {"m.py": OPEN.format(real=real), place: STAND_IN}
    assert len(report_of(tmp_path, sources, select=("TFA101",)).findings) == count
