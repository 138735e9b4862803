"""What a trace leaves on an object, or in the cache of a helper, for eager code or a later trace to find."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


class Net:
    def __init__(self):
        self.w = tf.Variable(1.0)
        self.kept = None

    {decorator}
    def loss(self, x):
        with tf.GradientTape() as tape:
            value = self.w * x
        self.kept = {kept}
        return value

    def step(self, x):
        value = self.loss(x)
        return value, self.kept

    @tf.function
    def traced(self, x):
        return self.step(x)


net = Net()
net.{run}(tf.constant(1.0))
"""


@pytest.mark.parametrize("kept", ["tape", "value", "tf.TensorArray(tf.float32, 1).write(0, value)"])
@pytest.mark.parametrize(
    ("decorator", "run", "expected"),
    [
        ("@tf.function", "step", Confidence.HIGH),
        # The method that reads it runs in the trace that stores it.
        ("", "traced", Confidence.LOW),
        # A run of it as eager code stores a tensor with a value.
        ("@tf.function", "traced", Confidence.LOW),
    ],
)
def test_a_method_that_eager_code_calls_finds_what_a_trace_left(tmp_path: Path, kept: str, decorator: str, run: str, expected: Confidence) -> None:
    (found,) = report_of(tmp_path, PROGRAM.format(kept=kept, decorator=decorator, run=run), select=("TFA505",)).findings
    assert found.confidence is expected


CACHE = """
import tensorflow as tf


class Memo:
    def __init__(self):
        self.store = {}

    def get(self, key, make):
        if key not in self.store:
            self.store[key] = make()
        return self.store[key]


class Net:
    def __init__(self):
        self.memo = Memo()

    @tf.function
    def run(self, x):
        %s
"""


@pytest.mark.parametrize(
    ("body", "leaks"),
    [
        ("return self.memo.get('trunk', lambda: tf.nn.relu(x))", True),
        ("memo = Memo()\n        return memo.get('trunk', lambda: tf.nn.relu(x))", False),
        ("return x * self.memo.get('scale', lambda: 2.0)", False),
    ],
)
def test_a_cache_of_another_object_keeps_a_tensor(tmp_path: Path, body: str, leaks: bool) -> None:
    found = report_of(tmp_path, CACHE % body, select=("TFA505",)).findings
    assert [each.confidence for each in found] == [Confidence.HIGH] * leaks


RESTORED = """
import tensorflow as tf


class Net:
    def __init__(self):
        self.scale = tf.constant(1.0)

    @tf.function
    def run(self, x):
        before = self.scale
        self.scale = x * 2.0
        value = self.scaled(x)
        self.scale = {after}
        return value

    def scaled(self, x):
        return x * self.scale


net = Net()
net.run(tf.constant(1.0))
net.scaled(tf.constant(1.0))
"""


@pytest.mark.parametrize(("after", "expected"), [("before", Confidence.LOW), ("x * 4.0", Confidence.HIGH)])
def test_what_the_call_itself_restores_stays_in_it(tmp_path: Path, after: str, expected: Confidence) -> None:
    found = report_of(tmp_path, RESTORED.format(after=after), select=("TFA505",)).findings
    assert {each.confidence for each in found} == {expected}


READ = """
import tensorflow as tf


class Net(tf.keras.layers.Layer):
    def build(self, shape):
        self.kept = None
        {built}

    def call(self, x):
        self.kept = x * 2.0
        return x

    def last(self):
        return self.kept

    def shown(self):
        return self.last()


net = Net()
step = tf.function(net)
step(tf.constant(1.0))
"""


@pytest.mark.parametrize(
    ("built", "files", "expected"),
    [
        ("pass", {"use.py": "from m import net\nnet.last()\n"}, Confidence.MEDIUM),
        ("pass", {"use.py": "from m import net\nnet.shown()\n"}, Confidence.MEDIUM),
        # A test shows what may be called, and nothing calls the methods.
        ("pass", {"test_net.py": "from m import Net\n\n\ndef test_it():\n    assert Net().last() is None\n"}, Confidence.LOW),
        ("pass", {}, Confidence.LOW),
        # Before anything is traced.
        ("self.last()", {}, Confidence.LOW),
    ],
)
def test_who_calls_the_reader(tmp_path: Path, built: str, files: dict[str, str], expected: Confidence) -> None:
    (found,) = report_of(tmp_path, {"m.py": READ.format(built=built), **files}, select=("TFA505",)).findings
    assert found.confidence == expected
