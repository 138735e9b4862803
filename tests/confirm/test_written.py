"""What only functions of the project change, messages that loggers leave out, and lines of functions that wrap others. Runs TensorFlow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.confirm.confirmed import confirmed

pytestmark = pytest.mark.tensorflow

PROGRAM = """
import functools
import logging

import tensorflow as tf

log = logging.getLogger(__name__)
gain = 1.0
floor = 1.0
calls = []


@tf.function
def amplified(x):
    return x * gain  # kept: mute


@tf.function
def floored(x):
    return x + floor  # unknown


@tf.function
def logged(x):
    log.debug("heard")  # logged
    if log.isEnabledFor(logging.INFO):
        x = x + 1.0
    return x


def counted(function):
    @tf.function
    @functools.wraps(function)
    def wrapper(*args):
        print("wrapped")  # wrapped
        return function(*args)

    return wrapper


@counted
def doubled(x):
    return x * 2.0


def mute():
    global gain
    gain = 0.25
    calls.append(1)


def set_floor():
    global floor
    floor = 1.0


class Controller:
    def __init__(self, rate=0.5):
        self.rate = rate
        self.held = False

    def hold(self):
        self.held = True

    @tf.function
    def control(self, error):
        if self.held:  # kept: Controller.hold
            return error * 0.0
        return self.rate * error

    @tf.function
    def derived(self, error):
        self.last = error  # leaked
        return error * 2.0

    @tf.function(input_signature=[tf.TensorSpec([None, None])])
    def checked(self, rows):
        tf.ensure_shape(rows, [None, 2])  # dropped
        return tf.reduce_sum(rows)


def main():
    for _ in range(2):
        logged(tf.constant(1.0))


if __name__ == "__main__":
    main()
"""


def test_what_the_code_of_a_project_changes_logs_and_wraps(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(PROGRAM, encoding="utf-8")
    lines = PROGRAM.split("\n")
    known = {}
    for each in confirmed(tmp_path, "--isolated", "--using", "made-up")["findings"]:
        known[lines[each["range"]["start"]["line"] - 1].partition("# ")[2]] = each["evidence"]["verdict"], each["evidence"]["text"]
    for writer, before in (("mute", "1.0 to 0.25"), ("Controller.hold", "False to True")):
        word, text = known[f"kept: {writer}"]
        assert word == "confirmed"
        assert f"changed from {before} by `{writer}()`, result of call 3: " in text
    assert known["unknown"][0] == "not-run"
    assert known["wrapped"][0] == known["dropped"][0] == "confirmed"
    assert known["leaked"][1].startswith("leaves a symbolic tensor in `self.last`; called as `Controller")
    word, text = known["logged"]
    assert word == "confirmed"
    assert text.startswith("logged at a level that is off 3 times eagerly, once in the graph; ")
