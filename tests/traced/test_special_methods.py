"""Runs of eager code follow what syntax and classes call: items, iteration, named tuples, and functions that are attributes of a class."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

HEAD = """
import collections
import dataclasses

import tensorflow as tf


@tf.function
def step(x):
    return tf.constant(1.0)


@tf.function
def scaled(x, rate):
    return x * rate


class View:
    def __init__(self, start):
        self.start = start


class Buffer:
    def __init__(self):
        self.kept = {i: View(i) for i in range(8)}

    def __getitem__(self, start):
        return View(start)

    def __iter__(self):
        for i in range(8):
            yield 0.5 * i


class Kept(Buffer):
    def __getitem__(self, start):
        return self.kept[0]

    def __iter__(self):
        for i in range(8):
            yield 0.5


Pair = collections.namedtuple("Pair", "left right")


class Runner:
    def plain(self, x):
        return x * 2.0

    run = tf.function(plain)


@dataclasses.dataclass
class Batch:
    x: float


@dataclasses.dataclass(frozen=True)
class Fixed:
    x: float


def batches(cls):
    for i in range(8):
        yield cls(1.0)


NAMES = "a b c d e f g h".split()
"""


def reported(code: str, folder: Path) -> set[str]:
    """The rules that report something in a module of this code, with more than low confidence."""
    findings = report_of(folder, {"module.py": f"{HEAD}\n\ndef main():\n    {code}\n\n\nmain()\n"}).findings
    return {each.code for each in findings if each.confidence > Confidence.LOW}


@pytest.mark.parametrize(
    ("differing", "same", "code"),
    [
        (
            "buffer = Buffer()\n    for each in [buffer[i] for i in range(8)]:\n        step(each)",
            "buffer = Kept()\n    for each in [buffer[i] for i in range(8)]:\n        step(each)",
            "TFA404",
        ),
        ("for each in Buffer():\n        scaled(tf.ones([2]), each)", "for each in Kept():\n        scaled(tf.ones([2]), each)", "TFA402"),
        (
            "for i in range(1, 9):\n        step(Pair(tf.ones([i]), tf.ones([2])))",
            "for i in range(1, 9):\n        step(Pair(tf.ones([i])[:1], tf.ones([2])))",
            "TFA405",
        ),
        (
            "for i in range(1, 9):\n        step(Pair(right=tf.ones([2]), left=tf.ones([i])).left)",
            "for i in range(1, 9):\n        step(Pair(tf.ones([i]), tf.ones([2])).right)",
            "TFA405",
        ),
        (
            "runner = Runner()\n    for i in range(1, 9):\n        runner.run(tf.ones([i]))",
            "runner = Runner()\n    for i in range(1, 9):\n        runner.run(tf.ones([2]))",
            "TFA405",
        ),
        ("for each in NAMES:\n        scaled(1.0, NAMES.index(each))", "for each in NAMES:\n        scaled(1.0, NAMES.index('c'))", "TFA402"),
        ("[step(each) for each in batches(Batch)]", "[step(each) for each in batches(Fixed)]", "TFA309"),
        (
            "counts = {batches.__name__: 1}\n    for i in range(8):\n        scaled(1.0, counts['batches'] + i)",
            "counts = {batches.__name__: 1}\n    for i in range(8):\n        scaled(1.0, counts['batches'])",
            "TFA402",
        ),
    ],
)
def test_what_differs_is_told_from_what_is_the_same(differing: str, same: str, code: str, tmp_path: Path) -> None:
    assert reported(differing, tmp_path / "differing") == {code}
    assert reported(same, tmp_path / "same") == set()


@pytest.mark.parametrize(
    ("use", "codes"),
    [
        ("model = Model()\n    return model.run(x)", {"TFA404"}),
        ("model = Model()\n    return model.run(x) + model.again(x)", set()),
        ("model = Model()\n    return [model.run(x) for _ in range(3)]", set()),
    ],
)
def test_a_program_makes_its_objects_for_each_of_its_runs(use: str, codes: set[str], tmp_path: Path) -> None:
    code = f"""
import tensorflow as tf


class Model:
    @tf.function
    def run(self, x):
        return x * 2.0

    @tf.function
    def again(self, x):
        return x * 3.0


def use(x):
    {use}
"""
    findings = report_of(tmp_path, {"module.py": code}).findings
    assert {each.code for each in findings if each.confidence > Confidence.LOW} == codes
