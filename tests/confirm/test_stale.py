"""What a graph keeps of a name is shown by other values of that name, not by whatever else differs. Runs no TensorFlow but for values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tflint_autograph.confirm.judge import judge
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.protocol import CallObservation, Hits, Observation, Watch
from tflint_autograph.confirm.statements import Statement
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.proof import Proof

READS = Subject("0", "/m.py", Statement(7, 7, 7, (), (0, 0)), (Proof.STALE,), "m.step", "RATE", read=("RATE",))


def seen(results: tuple[int, ...], tracing: tuple[int, ...], running: tuple[int, ...], values: tuple[tuple[str, ...], ...]) -> Observation:
    """An import and its calls: what they return, how often the statement runs in each, and the values of what it reads."""
    calls = tuple(CallObservation(None, {"kind": "int", "value": each}, {}, "") for each in (0, *results))
    return Observation("", "", calls, hits=(Hits("0", (0, *tracing), (0, *running), {}, values=((), *values)),))


@pytest.mark.parametrize(
    ("read", "kept", "traced", "word"),
    [
        ((("1",), ("2",), ("3",)), (("1",), (), ()), (1, 0, 0), "confirmed"),
        ((("1",), ("1",), ("2",)), (("1",), (), ()), (1, 0, 0), "confirmed"),
        ((("1",), ("1",), ("1",)), (("1",), (), ()), (1, 0, 0), "not-run"),
        ((("1",), ("1",), ("2",)), (("1",), (), ("2",)), (1, 0, 1), "not-run"),
        ((("1", "2"), ("1", "2"), ("1", "2")), (("1",), (), ()), (1, 0, 0), "confirmed"),
        ((("1", "2"), ("1", "2"), ("1", "2")), (("1", "2"), (), ()), (2, 0, 0), "not-run"),
        (((), (), ()), ((), (), ()), (1, 0, 0), "not-run"),
    ],
)
def test_a_frozen_value_is_shown_by_the_values_of_its_name(
    read: tuple[tuple[str, ...], ...], kept: tuple[tuple[str, ...], ...], traced: tuple[int, ...], word: str
) -> None:
    pair = Pair(seen((1, 2, 3), (0, 0, 0), (3, 3, 3), read), seen((1, 1, 1), traced, (0, 0, 0), kept))
    assert judge(READS, pair, (READS,)).word == word


def test_a_change_after_the_difference_does_not_explain_it() -> None:
    pair = Pair(seen((1, 9, 3), (0, 0, 0), (3, 3, 3), (("1",), ("1",), ("2",))), seen((1, 1, 3), (1, 0, 0), (0, 0, 0), (("1",), (), ())))
    assert judge(READS, pair, (READS,)).word == "not-run"


class Inner:
    rate = 1.0


class Config:
    def __init__(self) -> None:
        self._rate = 1.0
        self.names = ["a"]
        self.inner = {"all": [Inner()]}

    @property
    def rate(self) -> float:
        raise AssertionError("a property is code of the user")


def reader(config: Config) -> Any:
    return config.names or config.rate


@pytest.mark.tensorflow
@pytest.mark.imports_tensorflow
@pytest.mark.parametrize(
    ("name", "changed", "wanted"),
    [
        ("config.names", lambda config: config.names.append("b"), 2),
        ("config.rate", lambda config: setattr(config, "_rate", 2.0), 2),
        ("config.names", lambda config: setattr(config, "_rate", 2.0), 1),
        ("config.inner", lambda config: setattr(config.inner["all"][0], "rate", 2.0), 2),
        ("config.inner", lambda config: setattr(config, "_rate", 2.0), 1),
        ("missing", lambda config: setattr(config, "_rate", 2.0), 1),
    ],
)
def test_the_values_of_a_name_are_told_apart(name: str, changed: Any, wanted: int) -> None:
    line, config = reader.__code__.co_firstlineno + 1, Config()
    lines = LineCounter(str(Path(__file__).parent), (Watch("0", __file__, line, line, names=(name,)),))
    with lines.counting():
        reader(config)
        changed(config)
        reader(config)
    assert len(lines.hits(1)[0].values[0]) == wanted
