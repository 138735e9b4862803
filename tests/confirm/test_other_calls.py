"""Findings that the usual calls do not show: those of constructors, of functions with another name, of texts with several words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.confirm.confirmed import confirmed
from tflint_autograph.confirm.judge import UNREACHED, Verdict
from tflint_autograph.confirm.verdicts import Verdicts

CREATING = """\
import tensorflow as tf


def forward(x):
    return x * 2.0


class Client:
    def __init__(self, number):
        self.data = tf.constant([1.0, 0.5 + number])
        self.step = tf.function(forward)

    def train(self):
        return self.step(self.data)
"""
ROUNDS = """\
from creating import Client


def rounds(n):
    return [Client(number).train() for number in range(n)]
"""
LAYERS = """\
import tensorflow as tf


def flat(x):
    return tf.reshape(x, [-1, x.shape[1] * x.shape[2]])
"""
ROOTS = """\
import tensorflow as tf

from layers import flat

compiled = tf.function(flat, input_signature=[tf.TensorSpec([None, None, 2], tf.float32)])
"""
TEXTS = """\
import tensorflow as tf


@tf.function
def encode(ids):
    return tf.reduce_sum(ids)


def corpus(lines):
    found = []
    for line in lines:
        ids = [len(word) for word in line.split()]
        found.append(encode(tf.constant(ids)))
    return found


def usual():
    return corpus(["one two", "three"])
"""
RECURSIVE = """\
import tensorflow as tf


@tf.function
def factorial(n):
    if n <= 1:
        return tf.constant(1)
    return n * factorial(n - 1)


def call(n):  # tflint: call(4)
    return factorial(n)


call(4)
call(3)
"""
SEARCH = """\
import tensorflow as tf


class Grid:
    def __init__(self, low, high, n):
        self.points = tf.linspace(low, high, n)

    @tf.function
    def least(self):
        best = None
        for x in self.points:
            if best is None:
                best = x
            best = tf.minimum(best, x)
        return best


if __name__ == "__main__":
    grid = Grid(-1.0, 1.0, 5)
    print(grid.least())
"""

CASES = [
    ("TFA403", {"creating.py": CREATING, "rounds.py": ROUNDS}, "called on a new object each time"),
    ("TFA304", {"layers.py": LAYERS, "roots.py": ROOTS}, "called as `compiled("),
    ("TFA405", {"texts.py": TEXTS}, "`encode` was traced again there"),
    ("TFA212", {"recursive.py": RECURSIVE}, "`factorial` was traced again there"),
]


@pytest.mark.tensorflow
@pytest.mark.parametrize(("code", "files", "told"), CASES, ids=[code for code, _, _ in CASES])
def test_the_calls_that_show_it_are_made(code: str, files: dict[str, str], told: str, tmp_path: Path) -> None:
    found = run(tmp_path, files, code)
    assert found
    assert all(each["evidence"]["verdict"] == "confirmed" for each in found), found
    assert any(told in each["evidence"]["text"] for each in found), found


@pytest.mark.tensorflow
def test_one_call_of_a_script_does_not_refute_what_other_values_show(tmp_path: Path) -> None:
    (found,) = run(tmp_path, {"search.py": SEARCH}, "TFA206", "main", "made-up")
    assert found["evidence"]["verdict"] == "confirmed", found
    (found,) = run(tmp_path, {}, "TFA206", "main")
    assert found["evidence"]["verdict"] == "refuted", found


def run(folder: Path, files: dict[str, str], code: str, *using: str) -> list[dict[str, Any]]:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    chosen = [part for each in using or ("made-up",) for part in ("--using", each)]
    found: list[dict[str, Any]] = confirmed(folder, "--no-cache", "--select", code, *chosen)["findings"]
    return found


def test_a_weak_refutation_holds_until_a_call_shows_the_contrary() -> None:
    refuted, shown = Verdict("refuted", "the same"), Verdict("confirmed", "differs")
    verdicts = Verdicts()
    for each in ("0", "1"):
        verdicts.note(each, refuted, reached=True, is_weak=True)
        assert verdicts.of(each) == Verdict("not-run", "the same")
    verdicts.note("1", shown, reached=True)
    verdicts.note_if_traced("0", shown)
    verdicts.settle(["0"])
    assert [verdicts.of(each) for each in "012"] == [refuted, shown, UNREACHED]
