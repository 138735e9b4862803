"""Calls of a function that earlier replays have settled are repeated where they alone come to another finding in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.confirm.confirmed import confirmed

pytestmark = pytest.mark.tensorflow

MODULE = """\
import tensorflow as tf


def step(x, rare):
    print("often")
    if rare:
        print("rare")
    return x + 1.0


@tf.function
def root(x, rare=False):
    return step(x, rare)
"""

TESTS = """\
import tensorflow as tf

import m


def test_one():
    m.step(tf.constant(1.0), False)


def test_two():
    m.step(tf.constant(2.0), False)


def test_three():
    m.step(tf.constant(3.0), False)


def test_four():
    m.step(tf.constant(4.0), False)


def test_last():
    x = tf.constant(5.0)
    y = x + 1.0
    z = y + 1.0
    m.step(z, True)
"""


def test_a_rare_call_is_repeated_too(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "test_m.py").write_text(TESTS, encoding="utf-8")
    found = confirmed(tmp_path, "--no-cache", "--select", "TFA101", "--using", "tests", "--timeout", "20")["findings"]
    verdicts = {each["range"]["start"]["line"]: each["evidence"] for each in found}
    assert {line: each["verdict"] for line, each in verdicts.items()} == {5: "confirmed", 7: "confirmed"}, verdicts
    assert "test_last" in verdicts[7]["text"]
