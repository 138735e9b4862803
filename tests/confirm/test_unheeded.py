"""A flag or an optimizer that is set after Keras has traced its step: eager code runs it, and only the eager run heeds it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.confirm.confirmed import confirmed
from tflint_autograph.confirm.judge import judge
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import AFTER, CallObservation, Hits, Observation, Traced, Watch
from tflint_autograph.confirm.statements import Statement
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.proof import Proof

MODULE = """\
import keras
import numpy as np

x, y = np.ones((4, 2), "float32"), np.zeros((4, 1), "float32")


def build():
    base = keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
    model = keras.Sequential([keras.Input((2,)), base, keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile(keras.optimizers.SGD(0.1), "mse")
    return base, model


def continue_with(model, rate):
    model.optimizer = keras.optimizers.SGD(rate)


def kernel_after(epochs):
    base, model = build()
    model.fit(x, y, epochs=epochs, verbose=0)
    base.trainable = False
    model.fit(x, y, epochs=epochs, verbose=0)
    return float(base.kernel[0, 0])


def slower(rate):
    base, model = build()
    model.fit(x, y, verbose=0)
    continue_with(model, rate)
    model.fit(x, y, verbose=0)
    return float(base.kernel[0, 0])


print(kernel_after(2), slower(0.01))
"""


@pytest.mark.tensorflow
def test_calls_of_the_function_that_trains_confirm_it(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(MODULE, encoding="utf-8")
    found = confirmed(tmp_path, "--no-cache", "--select", "TFA114", "--using", "made-up")["findings"]
    evidence = {each["range"]["start"]["line"]: each["evidence"] for each in found}
    assert {line: each["verdict"] for line, each in evidence.items()} == {15: "confirmed", 21: "confirmed"}, evidence


def run(*, traced: int = 0, running: int = 1, result: Any = 1, other: int = 0, values: tuple[str, ...] = ("a", "b")) -> Observation:
    hits = (Hits("0", (0, traced), (0, running), {}), Hits("1", (0, other), (0, 0), {}), Hits("0/after", (0, 0), (0, 1), {}, values=((), values)))
    calls = (CallObservation(None, {"kind": "int", "value": 0}, {}, ""), CallObservation(None, {"kind": "int", "value": result}, {}, ""))
    return Observation("", "", calls, traced=(Traced(1, "step", 5, (), 1),), hits=hits)


def subject(proof: Proof, id: str = "0") -> Subject:
    return Subject(id, "/m.py", Statement(7, 7, 7, (), (0, 0), writes="net.rate"), (proof,), "m.tune")


@pytest.mark.parametrize(
    ("eager", "graph", "verdict"),
    [
        (run(result=1), run(result=2), "confirmed"),
        (run(result=1), run(result=1), "not-run"),
        (run(running=3), run(running=3), "not-run"),
        (run(result=1), run(result=2, traced=1, running=0), "not-run"),
        (run(result=1), replace(run(result=2), traced=()), "not-run"),
        (run(result=1), run(result=2, other=1), "not-run"),
        (run(result=1, values=("a",)), run(result=2), "not-run"),
    ],
    ids=["differs", "equal", "equal three times", "at trace time", "without a trace", "another finding is traced", "set to what it was"],
)
def test_the_results_of_the_two_runs_tell(eager: Observation, graph: Observation, verdict: str) -> None:
    others = (subject(Proof.UNHEEDED), subject(Proof.RUNS, "1"))
    assert judge(others[0], Pair(eager, graph), others).word == verdict


def test_either_of_two_changes_may_be_why() -> None:
    both = subject(Proof.UNHEEDED), replace(subject(Proof.UNHEEDED), id="1")
    eager, graph = (replace(each, hits=(each.hits[0], replace(each.hits[0], id="1"))) for each in (run(result=1), run(result=2)))
    assert judge(both[0], Pair(eager, graph), both).word == "not-run"


class Net:
    rate = 1
    kept = 1

    def __init__(self) -> None:
        self.kept = 1

    @property
    def shown(self) -> int:
        raise AssertionError("a property is code of the user")

    @shown.setter
    def shown(self, value: int) -> None:
        pass

    def tune(self, value: int) -> None:
        self.kept = value
        self.shown = value


@pytest.mark.parametrize(("value", "number"), [(1, 1), (2, 2)])
def test_what_a_statement_sets_is_looked_at_before_and_after_it(value: int, number: int) -> None:
    first = Net.tune.__code__.co_firstlineno + 1
    watches = [Watch(f"{line}{AFTER}", __file__, line, line, names=(name,)) for line, name in ((first, "self.kept"), (first + 1, "self.shown"))]
    lines = LineCounter("/", watches)
    with lines.counting():
        Net().tune(value)
    assert [len(each.values[0]) for each in lines.hits(1)] == [number, 2]
