"""Another value for a name between the calls: what a graph has kept is confirmed, what it reads anew is not. Runs TensorFlow."""

from __future__ import annotations

import argparse
import dataclasses
import enum
import importlib
import sys
import threading
from typing import Any, NamedTuple

import pytest

from tests.confirm.confirmed import confirmed
from tflint_autograph.confirm.probe.calls.changing import Changing, further, other
from tflint_autograph.confirm.protocol import CapturedChange

pytestmark = pytest.mark.tensorflow

PROGRAM = """
import tensorflow as tf

CFG = {"k": 1.0, "unused": 1}


@tf.function
def kept(x):
    return x * CFG["k"]


def read_anew(x):
    @tf.function
    def step(x):
        return x * CFG["k"]

    return step(x)


THRESHOLD = 1.0


@tf.function
def compared(x):
    return tf.where(tf.sign(x) * 0.5 < THRESHOLD, 0.0, 1.0)


def configure(k):
    global THRESHOLD
    THRESHOLD = k
    CFG["k"] = k


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.training = True

    @tf.function
    def __call__(self, x):
        if self.training:
            return x * 2.0
        return x

    def switch(self):
        self.training = not self.training


def make():
    scale = 1.0

    @tf.function
    def scaled(x):
        return x * scale

    def call(x, by):
        nonlocal scale
        scale = scale + by
        return scaled(x)

    return call


closure = make()


def around(x):  # tflint: call(tf.constant(2.0))
    return closure(x, 0.0)


def run():
    for _ in range(3):
        kept(tf.constant(1.0))
        read_anew(tf.constant(1.0))
        compared(tf.constant(1.0))
        configure(2.0)
        net = Net()
        net(tf.constant(1.0))
        net.switch()
        net(tf.constant(1.0))
"""


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[int, tuple[str, str]]:
    folder = tmp_path_factory.mktemp("changing")
    (folder / "m.py").write_text(PROGRAM, encoding="utf-8")
    return {
        each["range"]["start"]["line"]: (each["evidence"]["verdict"], each["evidence"]["text"])
        for each in confirmed(folder, "--isolated")["findings"]
        if each["code"] in ("TFA113", "TFA114")
    }


def line(text: str, number: int = 1) -> int:
    lines = [index for index, each in enumerate(PROGRAM.split("\n"), 1) if text in each]
    return lines[number - 1]


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ('x * CFG["k"]', "with `CFG` changed from {'k': 1.0, 'unused': 1} to {'k': 3.0, 'unused': 3}"),
        ("if self.training:", "with `self.training` changed from True to False"),
        ("< THRESHOLD", "with `THRESHOLD` changed from 1.0 to -3.0"),
        ("x * scale", "with `scale` changed from 1.0 to 3.0"),
    ],
)
def test_a_value_the_graph_keeps_is_confirmed(text: str, change: str, verdicts: dict[int, tuple[str, str]]) -> None:
    word, evidence = verdicts[line(text)]
    assert word == "confirmed"
    assert change in evidence


def test_a_value_that_each_trace_reads_is_not_confirmed(verdicts: dict[int, tuple[str, str]]) -> None:
    assert verdicts.get(line('x * CFG["k"]', 2), ("not-run", ""))[0] == "not-run"


class Mode(enum.Enum):
    FAST = "fast"
    EXACT = "exact"


class Sizes(NamedTuple):
    width: int
    name: object


@dataclasses.dataclass(frozen=True)
class Settings:
    rate: float
    mode: Mode
    checked: float = 1.0

    def __post_init__(self) -> None:
        if self.checked > 2.0:
            raise ValueError(self.checked)


def test_settings_get_other_values() -> None:
    record: Any = dataclasses.make_dataclass("record", ["rate", "mode"])(0.5, Mode.FAST)
    assert dataclasses.astuple(other(record)) == (2.0, Mode.EXACT)
    assert other(Sizes(2, None)) == Sizes(5, None)
    assert vars(other(argparse.Namespace(size=2, name=None))) == {"size": 5, "name": None}
    assert other(Settings(0.5, Mode.FAST)) is None


def test_a_dtype_gets_another_size() -> None:
    np: Any = importlib.import_module("numpy")
    tf: Any = importlib.import_module("tensorflow")
    assert other(tf.float32) == tf.float64
    assert other(tf.bfloat16) == tf.float32
    assert other(np.int64) is np.int32
    assert other(np.dtype("float32")) == np.dtype("float64")
    assert other(tf.string) is None


def test_a_further_value_is_on_the_other_side_of_a_comparison() -> None:
    assert [further(each, ()) for each in (1.0, 2, -3)] == [-3.0, -5, 5]
    assert [further("a", (None, "a", 3, "mean")), further("a", (None,))] == ["mean", ""]
    assert further(True, ()) is further(None, ()) is None


def test_another_value_has_the_same_type() -> None:
    for value in (True, 2, 0.5, "a", [1, "b", None], (0.5,), {"k": {"n": 1}}):
        assert type(other(value)) is type(value)
        assert other(value) != value


@pytest.mark.parametrize("value", [None, object(), [], [None], {"k": None}])
def test_of_some_values_no_other_is_known(value: object) -> None:
    assert other(value) is None


def test_what_a_thread_alone_holds_gets_another_value_and_its_own_again() -> None:
    state, lines = threading.local(), Any
    state.on = True
    changing = Changing(CapturedChange("0", "state.on"), lines)  # type: ignore[arg-type]
    changing.met("0", sys._getframe())
    assert changing.apply() == "True to False"
    assert state.on is False
    changing.restore()
    assert state.on is True
