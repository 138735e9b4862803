"""A few values are modes where the code writes them out, and the first of many where arguments decide how many there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence, Severity

HEAD = """
import tensorflow as tf


@tf.function
def step(x, given=0):
    return tf.reduce_sum(x)


class Setting:
    rate = 2.0


class Model:
    def __init__(self, size=3):
        self.weights = tf.zeros([size])

    @tf.function
    def run(self, x):
        return x * self.weights

"""


def reported(code: str, folder: Path) -> list[tuple[str, Confidence, Severity]]:
    """The findings of a module of this code."""
    return [(each.code, each.confidence, each.severity) for each in report_of(folder, {"module.py": HEAD + code}).findings]


@pytest.mark.parametrize(
    ("loop", "call", "code"),
    [
        ("for i in range(n):", "step(x, i * 3)", "TFA402"),
        ("for each in items:", "step(x, each)", "TFA402"),
        ("for each in items[1:]:", "step(tf.ones([each]))", "TFA405"),
        ("for epoch in range(2):\n        for each in items:", "    step(tf.ones([each]))", "TFA405"),
    ],
)
def test_one_run_shows_a_few_of_what_arguments_decide(loop: str, call: str, code: str, tmp_path: Path) -> None:
    program = f"def use(x, n, items):\n    {loop}\n        {call}\n\n\nuse(tf.constant(1.0), 3, [1, 2, 3])\n"
    assert [(rule, severity) for rule, sure, severity in reported(program, tmp_path) if sure > Confidence.LOW] == [(code, Severity.WARNING)]


@pytest.mark.parametrize(
    ("loop", "call"),
    [
        ("for each in (1, 2, 3):", "step(x, each)"),
        ("for i in range(n):", "step(x, i % 2)"),
        ("for each in (4, 5):", "step(tf.ones([each]))"),
        ("for each in ('first', 'second', 'third', 'fourth'):", "step(x, each)"),
    ],
)
def test_a_few_that_are_written_out_are_meant(loop: str, call: str, tmp_path: Path) -> None:
    program = f"def use(x, n, items):\n    {loop}\n        {call}\n\n\nuse(tf.constant(1.0), 3, [1, 2, 3])\n"
    assert all(sure is Confidence.LOW or severity is Severity.INFO for _, sure, severity in reported(program, tmp_path))


def test_texts_that_are_passed_in_are_data(tmp_path: Path) -> None:
    program = "def use(texts):\n    for each in texts:\n        step(X, each)\n\n\nX = tf.constant(1.0)\nuse(['one', 'two three'])\n"
    assert [(code, sure) for code, sure, _ in reported(program, tmp_path)] == [("TFA402", Confidence.MEDIUM)]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        ("model = Setting()", Confidence.MEDIUM),
        ("model = Model()", Confidence.MEDIUM),
        ("model = Model(5)", Confidence.MEDIUM),
        ("model = Model(size)", Confidence.LOW),
        ("model = Model(size=len(x))", Confidence.LOW),
    ],
)
def test_an_object_that_holds_what_a_caller_outside_passes_is_meant(make: str, expected: Confidence, tmp_path: Path) -> None:
    call = "step(x, model)" if "Setting" in make else "model.run(x)"
    found = reported(f"def use(x, size):\n    {make}\n    return {call}\n", tmp_path)
    assert [(code, sure) for code, sure, _ in found] == [("TFA404", expected)]


def test_a_program_that_code_outside_runs_with_other_arrays_is_no_step(tmp_path: Path) -> None:
    one, two = ("def use(n):\n    step(tf.ones([n]))\n", "def use(n):\n    step(tf.ones([n]))\n    step(tf.zeros([n, n]))\n")
    assert [sure for code, sure, _ in reported(one, tmp_path / "one") if code == "TFA405"] == [Confidence.MEDIUM]
    assert "TFA405" not in {code for code, _, _ in reported(two, tmp_path / "two")}


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("model = Keeper()\n    for i in range(n):\n        model.made(x)", Confidence.HIGH),
        ("for i in range(n):\n        Keeper().made(x)", Confidence.LOW),
    ],
)
def test_calls_from_outside_have_objects_of_their_own(use: str, expected: Confidence, tmp_path: Path) -> None:
    keeper = "class Keeper:\n    def work(self, x):\n        return x\n\n    @property\n    def made(self):\n        return tf.function(self.work)\n\n\n"
    found = reported(f"{keeper}def use(x, n):\n    {use}\n", tmp_path)
    assert [sure for code, sure, _ in found if code == "TFA403"] == [expected]


@pytest.mark.parametrize("passed", ["Scale()", "made", "[Scale()][0]"])
@pytest.mark.parametrize("call", ["yield each, run(x, each)", "run(x, each)\n        yield each"])
def test_an_object_is_called_where_it_is_passed(passed: str, call: str, tmp_path: Path) -> None:
    scale = "class Scale:\n    @tf.function\n    def __call__(self, x, k):\n        return x * k\n\n\n"
    walk = f"def walk(run, x, levels):\n    for each in levels:\n        {call}\n\n\n"
    use = f"made = Scale()\nfor each in walk({passed}, tf.constant(1.0), [0.1, 0.2, 0.3, 0.4, 0.5]):\n    print(each)\n"
    assert [code for code, _, _ in reported(scale + walk + use, tmp_path)] == ["TFA402"]


COUNTED = """
import itertools

STEPS = itertools.count()
COUNT = {"n": 0}


class Trainer:
    def __init__(self):
        self.steps = 0

    def train(self, x):
        self.steps += 1
        return step(x, self.steps)


def use(x, given):
"""


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("return step(x, next(STEPS))", [Confidence.MEDIUM]),
        ('COUNT["n"] += 1\n    return step(x, COUNT["n"])', [Confidence.MEDIUM]),
        ("return step(x, int(given))", [Confidence.LOW]),
        ("return step(x, 3)", []),
    ],
)
def test_a_counter_differs_in_each_call_from_outside(use: str, expected: list[Confidence], tmp_path: Path) -> None:
    found = reported(f"{COUNTED}    {use}\n", tmp_path)
    of_use = [sure for code, sure, line in found if code == "TFA402"]
    assert of_use == [Confidence.MEDIUM, *expected]


@pytest.mark.parametrize(("items", "expected"), [("range(n)", [Confidence.MEDIUM]), ("range(3)", []), ("n", [])])
def test_lists_of_as_many_tensors_as_an_argument_says_differ(items: str, expected: list[Confidence], tmp_path: Path) -> None:
    found = reported(f"def use(n):\n    return step([tf.ones([2]) for _ in {items}])\n", tmp_path)
    assert [sure for code, sure, _ in found if code == "TFA405"] == expected
