"""A length that only some callers leave open: the call path that is shown is one on which it is open, and so is the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.finding import Finding

PROGRAM = """import tensorflow as tf

def helper(a, b):
    doubled = tf.nn.relu({used}) * 2.0
    return tf.reshape(b, [doubled.shape[0] * 2]), tf.reduce_sum(a)

@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def first(x):
    return helper(x, tf.zeros([3, 2]))

@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def second(y):
    return helper(tf.zeros([3, 2]), y)
"""
LOCAL = """import tensorflow as tf

class Net(tf.keras.Model):
    def call(self, z):
        return helper(z)

def helper(a):
    computed = tf.py_function(lambda v: v, [a], tf.float32)
    return tf.zeros([computed.shape[0]]), a

@tf.function
def whole():
    return helper(tf.zeros([3, 2]))

net = Net()
net.compile(loss="mse")
net.fit(tf.zeros([4, 2]), tf.zeros([4, 1]))
"""


def finding(tmp_path: Path, text: str) -> Finding:
    """The one finding about a length."""
    (found,) = report_of(tmp_path, {"m.py": text}, select=("TFA304",)).findings
    return found


@pytest.mark.parametrize(("used", "root"), [("a", "first"), ("b", "second")])
def test_the_path_is_that_of_the_argument_whose_length_is_used(tmp_path: Path, used: str, root: str) -> None:
    trace = finding(tmp_path, PROGRAM.format(used=used)).trace
    assert trace is not None
    assert [step.text.split("`")[1] for step in trace.steps] == [f"m.{root}", f"m.{root}"]


def test_the_reason_is_the_open_length_and_no_other_value_of_the_argument(tmp_path: Path) -> None:
    used = PROGRAM.replace("    doubled = tf.nn.relu({used}) * 2.0\n", "").replace("doubled.shape", "b.shape")
    assert [label.text for label in finding(tmp_path, used).labels] == ["the signature leaves the length open"]


def test_what_python_code_gives_is_open_on_the_surest_path(tmp_path: Path) -> None:
    found = finding(tmp_path, LOCAL)
    assert found.trace is not None
    assert (found.trace.root, found.confidence.value) == ("tf.function", "high")
