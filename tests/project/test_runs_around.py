"""Eager code that runs a traced function before it changes what that reads, and after: by every route, each beside one that does no harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

MODEL = """
import functools
import types

import numpy as np
import tensorflow as tf

RATE = 1.0
RATES = [1.0]
CONFIG = {"rates": [1.0], "deep": {"rate": 1.0}}
SETTINGS = types.SimpleNamespace(rate=1.0)


class Part:
    shared = 1.0

    def __init__(self):
        self.rate = 1.0
        self.rates = [1.0]
        self.apply = abs

    @property
    def speed(self):
        return self.rate

    @speed.setter
    def speed(self, value):
        self.rate = value

    def change(self, value):
        self.rate = value


class Net:
    def __init__(self):
        self.part = Part()
        self.kept = tf.function(self.step)

    def step(self, x):
        return READ

    @tf.function
    def traced(self, x):
        return self.step(x)


NET = Net()


def set_rate(value):
    global RATE
    RATE = value


def set_of(part, value):
    part.rate = value


@tf.function
def step(x):
    return NET.step(x)


def epoch(x):
    return step(x)
"""
LOOP = """
import tensorflow as tf

import model
from model import CONFIG, NET, RATES, Net, Part, epoch, set_of, set_rate, step


def main(number):
    net = Net()
    other = Net()
    hooks = [set_rate]
    x = tf.constant(1.0)
    for i in range(number):
{body}


main(3)
"""

ENTRY = """
import random

import numpy as np
import tensorflow as tf

import model
from model import CONFIG, NET, RATES, Net, Part, epoch, set_of, set_rate, step

DRAWS = iter([1.0, 2.0, 3.0])
RNG = np.random.default_rng()


def serve({given}):
    x = tf.constant(1.0)
{body}

{after}
"""


def sure_of_entry(tmp_path: Path, read: str, *lines: str, given: str = "i, sizes", after: str = "", name: str = "main.py") -> bool:
    """Whether the read of the model is found by default where a function runs these lines that nothing in the project calls."""
    body = "\n".join(f"    {line}" for line in lines)
    files = {"model.py": MODEL.replace("READ", read), name: ENTRY.format(body=body, given=given, after=after)}
    report = report_of(tmp_path, files, select=("TFA113", "TFA114"))
    assert report.problems == ()
    return any(finding.confidence > Confidence.LOW for finding in report.findings)


def sure(tmp_path: Path, read: str, *lines: str) -> bool:
    """Whether the read of the model is found by default where eager code runs these lines again and again."""
    body = "\n".join(f"        {line}" for line in lines)
    files = {"model.py": MODEL.replace("READ", read), "main.py": LOOP.format(body=body)}
    report = report_of(tmp_path, files, select=("TFA113", "TFA114"))
    assert report.problems == ()
    return any(finding.confidence > Confidence.LOW for finding in report.findings)


CHANGES = [
    ("x * RATE", "model.RATE = float(i)"),
    ("x * RATE", "setattr(model, 'RATE', float(i))"),
    ("x * RATE", "vars(model)['RATE'] = float(i)"),
    ("x * RATE", "model.__dict__.update(RATE=float(i))"),
    ("x * RATE", "set_rate(float(i))"),
    ("x * RATES[0]", "RATES[0] = float(i)"),
    ("x * sum(RATES)", "model.RATES.append(1.0)"),
    ("x * sum(CONFIG['rates'])", "CONFIG['rates'].append(1.0)"),
    ("x * CONFIG['deep']['rate']", "CONFIG['deep'].update(rate=float(i))"),
    ("x * SETTINGS.rate", "model.SETTINGS.rate = float(i)"),
    ("x * self.part.rate", "NET.part.rate = float(i)"),
    ("x * self.part.rate", "NET.part.speed = float(i)"),
    ("x * self.part.rate", "NET.part.change(float(i))"),
    ("x * self.part.rate", "set_of(NET.part, float(i))"),
    ("x * self.part.rate", "setattr(NET.part, 'rate', float(i))"),
    ("x * sum(self.part.rates)", "NET.part.rates.append(1.0)"),
    ("x * Part.shared", "Part.shared = float(i)"),
    ("x * type(self.part).shared", "Part.shared = float(i)"),
    ("x * self.part.apply(2.0)", "NET.part.apply = lambda value, i=i: value * i"),
]
RUNS = ["step(x)", "epoch(x)", "NET.kept(x)", "NET.traced(x)"]


@pytest.mark.parametrize(("read", "change"), CHANGES)
def test_a_change_between_two_runs_is_sure_by_whatever_name(tmp_path: Path, read: str, change: str) -> None:
    assert sure(tmp_path, read, change, "step(x)")


@pytest.mark.parametrize(("read", "change"), CHANGES)
def test_a_change_without_a_run_around_it_is_not(tmp_path: Path, read: str, change: str) -> None:
    assert not sure(tmp_path, read, change, "print(x)")


@pytest.mark.parametrize("run", RUNS)
def test_a_run_by_whatever_route(tmp_path: Path, run: str) -> None:
    assert sure(tmp_path, "x * self.part.rate", "NET.part.rate = float(i)", run)


def test_a_function_that_is_kept_in_a_list(tmp_path: Path) -> None:
    assert sure(tmp_path, "x * RATE", "for hook in hooks:", "    hook(float(i))", "step(x)")


def test_what_is_made_anew_in_each_round_is_traced_anew(tmp_path: Path) -> None:
    assert not sure(tmp_path, "x * self.part.rate", "net = Net()", "net.part.rate = float(i)", "net.traced(x)")


def test_what_lasts_is_not(tmp_path: Path) -> None:
    assert sure(tmp_path, "x * self.part.rate", "net.part.rate = float(i)", "net.traced(x)")


def test_another_object_of_the_class_says_nothing(tmp_path: Path) -> None:
    assert not sure(tmp_path, "x * self.rate", "other.rate = float(i)", "net.traced(x)")


def test_the_same_constant_in_each_round_is_there_from_the_first(tmp_path: Path) -> None:
    assert not sure(tmp_path, "x * RATE", "model.RATE = 2.0", "step(x)")


def test_the_same_constant_after_the_first_run_is_not(tmp_path: Path) -> None:
    assert sure(tmp_path, "x * RATE", "step(x)", "model.RATE = 2.0")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [(("model.step(x)", "model.RATE = 2.0", "model.step(x)"), True), (("model.RATE = 2.0", "model.step(x)", "model.step(x)"), False)],
)
def test_a_module_that_changes_what_another_reads(tmp_path: Path, lines: tuple[str, ...], expected: bool) -> None:
    begin = ("import tensorflow as tf", "import model", "x = tf.constant(1.0)")
    files = {"model.py": MODEL.replace("READ", "x * RATE"), "main.py": "\n".join((*begin, *lines, ""))}
    report = report_of(tmp_path, files, select=("TFA113",))
    assert any(each.confidence > Confidence.LOW for each in report.findings) == expected


@pytest.mark.parametrize(("read", "change"), CHANGES)
def test_a_call_of_an_entry_point_changes_what_the_call_before_has_read(tmp_path: Path, read: str, change: str) -> None:
    assert sure_of_entry(tmp_path, read, change, "step(x)")


@pytest.mark.parametrize(
    "lines",
    [
        ("NET.part.rate += 1.0",),
        ("NET.part.rate = NET.part.rate * 0.5",),
        ("NET.part.rate = random.random()",),
        ("NET.part.rate = 1.0 - RNG.normal()",),
        ("NET.part.rate = next(DRAWS)",),
        ("rate = 1.0 / (1 + i)", "NET.part.rate = rate if rate > 0.1 else 0.1"),
        ("NET.part.change(sizes['rate'])",),
        ("if i > 3:", "    NET.part.rate = 1.0 / i"),
        ("if i > 3:", "    NET.part.rate = 0.5"),
        ("if i is not None:", "    NET.part.rate = i"),
    ],
)
def test_what_differs_between_two_calls_of_an_entry_point(tmp_path: Path, lines: tuple[str, ...]) -> None:
    assert sure_of_entry(tmp_path, "x * self.part.rate", *lines, "step(x)")


@pytest.mark.parametrize(
    "lines",
    [
        ("NET.part.rate = 2.0", "step(x)"),
        ("NET.part.rate = CONFIG['deep']['rate']", "step(x)"),
        ("NET.part.change(2.0)", "step(x)"),
        ("NET.part.rate = len(sizes)", "step(x)"),
        ("NET.part.rate = i.shape[0]", "step(x)"),
        ("NET.part.rate = 1.0 if i is None else 2.0", "step(x)"),
        ("NET.part.rate = float(i)", "print(x)"),
        ("if not NET.part.rates:", "    NET.part.rate = float(i)", "step(x)"),
        ("if i is None:", "    NET.part.rate = 2.0", "step(x)"),
        ("if isinstance(i, int):", "    NET.part.rate = 2.0", "step(x)"),
    ],
)
def test_what_does_not_differ_between_two_calls(tmp_path: Path, lines: tuple[str, ...]) -> None:
    assert not sure_of_entry(tmp_path, "x * self.part.rate", *lines)


@pytest.mark.parametrize(
    ("given", "after"),
    [("i, sizes", "serve(3, [])"), ("i, sizes", "HANDLERS = [serve]"), ("*, i=3", "if __name__ == '__main__':\n    serve(i=2)"), ("", "")],
)
def test_a_function_that_is_called_once_or_passed_on_is_no_entry_point(tmp_path: Path, given: str, after: str) -> None:
    change = "NET.part.rate = float(i)" if given else "NET.part.rate += 1.0"
    assert not sure_of_entry(tmp_path, "x * self.part.rate", change, "step(x)", given=given, after=after)


@pytest.mark.parametrize(
    ("after", "expected"),
    [("entry = serve", True), ("serve = tf.autograph.experimental.do_not_convert(serve)", True), ("entry = run = serve", True),
     ("entry = serve\nentry(2, [])", False), ("entry = serve\nHANDLERS = [entry]", False),
     ("entry, other = serve, 1", False), ("class Server:\n    handler = serve", False)],
)  # fmt: skip
def test_another_name_for_an_entry_point(tmp_path: Path, after: str, expected: bool) -> None:
    assert sure_of_entry(tmp_path, "x * self.part.rate", "NET.part.rate = float(i)", "step(x)", after=after) == expected


def test_no_function_of_a_test_is_an_entry_point(tmp_path: Path) -> None:
    assert not sure_of_entry(tmp_path, "x * self.part.rate", "NET.part.rate = float(i)", "step(x)", name="test_main.py")


@pytest.mark.parametrize(("net", "expected"), [("net = Net()", False), ("net = i", False), ("net = NET", True)])
def test_an_object_of_each_call_has_traces_of_its_own(tmp_path: Path, net: str, expected: bool) -> None:
    assert sure_of_entry(tmp_path, "x * self.part.rate", net, "net.part.rate = sizes[0]", "net.traced(x)") == expected


TOLD = """
import tensorflow as tf


def run(function):
    return function(tf.ones([2]))


rate = 1.0


@tf.function
def scaled(x):
    return x * rate


@tf.function
def other(x):
    return x + 1.0


RUNS
"""


@pytest.mark.parametrize(
    ("runs", "sure"),
    [
        ("run(scaled)\nother(tf.ones([2]))\nrate = 2.0\nother(tf.ones([2]))", False),
        ("scaled(tf.ones([2]))\nrate = 2.0\nother(tf.ones([2]))", False),
        ("scaled(tf.ones([2]))\nrate = 2.0\nscaled(tf.ones([2]))", True),
        ("other(tf.ones([2]))\nrate = 2.0\nscaled(tf.ones([2]))", False),
    ],
)
def test_runs_of_other_functions_are_no_sign_of_a_run(tmp_path: Path, runs: str, sure: bool) -> None:
    found = report_of(tmp_path, TOLD.replace("RUNS", runs), select=("TFA113",)).findings
    assert [each.confidence > Confidence.LOW for each in found].count(True) == sure
