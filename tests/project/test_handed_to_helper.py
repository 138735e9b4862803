"""A helper that runs what it is handed runs the function of this call, and not those of its other calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


def twice(run, text):
    run()
    return run()


start = 1.0


@tf.function
def first():
    return tf.constant(start)


twice(first, "first")
start = 2.0


@tf.function
def second():
    return tf.constant(0.0)


twice({handed}, "second")
"""


@pytest.mark.parametrize(
    ("handed", "is_shown"),
    [("second", False), ("lambda: second()", False), ("first", True), ("first if tf.config.list_physical_devices() else second", True)],
)
def test_what_a_later_call_of_the_helper_runs(tmp_path: Path, handed: str, is_shown: bool) -> None:
    found = report_of(tmp_path, PROGRAM.format(handed=handed), select=("TFA113",)).findings
    assert any(each.confidence > Confidence.LOW for each in found) is is_shown


@pytest.mark.parametrize("depth", [1, 3, 6])
def test_a_function_is_traced_however_many_helpers_forward_it(tmp_path: Path, depth: int) -> None:
    helpers = [f"def helper_{number}(fn):\n    return helper_{number - 1}(fn)\n" for number in range(1, depth)]
    source = "\n\n".join(
        [
            "import tensorflow as tf\n",
            "def helper_0(fn):\n    return tf.function(fn)\n",
            *helpers,
            f"def compiled(fn):\n    graph = helper_{depth - 1}(fn)\n\n    def wrapper(*args):\n        return graph(*args)\n\n    return wrapper\n",
            "@compiled\ndef step(x, k):\n    print(x)\n    return x * k\n",
            "def run(x):\n    for number in range(10):\n        step(x, number)\n",
        ]
    )
    assert sorted(each.code for each in report_of(tmp_path, source).findings) == ["TFA101", "TFA402"]


SEVERAL = """
import random

import tensorflow as tf


def drawn(x):
    return x + random.random()


def loaded(x):
    return x


def chain(*fns):
    def run(ds):
        for fn in fns:
            ds = ds.map(fn)
        return ds

    return run


def wrap(fn):
    def run(ds):
        return ds.map(fn)

    return run


def listed(fns):
    def run(ds):
        for fn in fns:
            ds = ds.map(fn)
        return ds

    return run


class Pipe:
    def __init__(self, *fns):
        self.fns = fns

    def __call__(self, ds):
        for fn in self.fns:
            ds = ds.map(fn)
        return ds


for row in {made}(tf.data.Dataset.range(3)):
    print(row)
"""


@pytest.mark.parametrize("made", ["chain({fn})", "chain(loaded, {fn})", "wrap({fn})", "listed([{fn}])", "Pipe({fn})", "Pipe(loaded, {fn})"])
@pytest.mark.parametrize("fn", ["drawn", "loaded"])
def test_a_function_among_several_is_traced_where_a_closure_or_an_object_hands_it_on(tmp_path: Path, made: str, fn: str) -> None:
    found = report_of(tmp_path, SEVERAL.format(made=made.format(fn=fn)), select=("TFA110",)).findings
    assert [each.confidence for each in found] == ([Confidence.HIGH] if fn == "drawn" else [])


OBJECT = """
import random
from typing import Generic, TypeVar

import tensorflow as tf

Number = TypeVar("Number")


class Source:
    def draw(self):
        return 1.0


class Drawing(Source):
    def draw(self):
        return random.random()


class Held(Generic[Number]):
    def value(self):
        return 1.0


class Random(Held[float]):
    def value(self):
        return random.random()


class Call:
    def __init__(self, function):
        self.function = function

    def __call__(self):
        return self.function()


def draw(held: Held[float]):
    return held.value()


def main(xs):
    made = {made}

    @tf.function
    def step(x):
        return x + {used}

    for x in xs:
        step(x)
"""


@pytest.mark.parametrize(
    ("made", "used", "is_shown"),
    [
        ("Call(Drawing().draw)", "made()", True), ("Call(Source().draw)", "made()", False),
        ("Call(random.random)", "0.0", False), ("Random()", "draw(made)", True), ("Held()", "draw(made)", False),
    ],
)  # fmt: skip
def test_what_an_object_that_a_function_around_a_root_makes_runs(tmp_path: Path, made: str, used: str, is_shown: bool) -> None:
    source = OBJECT.replace("{made}", made).replace("{used}", used)
    assert bool(report_of(tmp_path, source, select=("TFA110",)).findings) is is_shown


def test_a_subclass_of_a_generic_class_overrides_its_methods(tmp_path: Path) -> None:
    source = OBJECT.partition("def main")[0] + "\n\n@tf.function\ndef step(held: Held[float]):\n    return held.value()\n\n\nstep(Random())\n"
    assert report_of(tmp_path, source, select=("TFA110",)).findings
