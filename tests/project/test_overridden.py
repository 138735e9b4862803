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
