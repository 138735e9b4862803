"""A `tf.function` that a made-up call adds proves nothing about a method that the program may never trace. Runs TensorFlow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.confirm.confirmed import confirmed

pytestmark = pytest.mark.tensorflow

PROGRAM = """
import tensorflow as tf


class Net(tf.keras.Model):
    def call(self, x):
        print("called", x)
        return x * 2.0


net = Net()


def ask(x):
    return net(x)
"""


@pytest.mark.parametrize(("use", "verdict"), [("", "not-run"), ("def train(data):\n    net.compile(loss='mse')\n    net.fit(data)\n", "confirmed")])
def test_an_added_function_confirms_only_what_the_program_traces(tmp_path: Path, use: str, verdict: str) -> None:
    (tmp_path / "m.py").write_text(f"{PROGRAM}\n\n{use}", encoding="utf-8")
    found = confirmed(tmp_path)["findings"]
    assert [(each["range"]["start"]["line"], each["evidence"]["verdict"]) for each in found] == [(7, verdict)]
