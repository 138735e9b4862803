"""Calls of tests that do not come to a line are repeated with what the conditions before it ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.confirm.confirmed import confirmed
from tflint_autograph.confirm.probe.replaying.opening import ways


@pytest.mark.parametrize(
    ("test", "values", "wanted", "expected"),
    [
        ("self.drop", {"self.drop": False}, True, [{"self.drop": True}]),
        ("not self.drop", {"self.drop": False}, False, [{"self.drop": True}]),
        ("self.drop", {"self.drop": True}, True, [{}]),
        ("self.drop", {}, True, [{}]),
        ("self.net", {"self.net": None}, True, []),
        ("self.net is None", {"self.net": "a"}, True, []),
        ("side == 'o'", {"side": "s"}, True, [{"side": "o"}]),
        ("side == 'o'", {"side": "o"}, False, [{"side": "o_"}]),
        ("n > 1", {"n": 1}, True, [{"n": 2}]),
        ("1 < n", {"n": 1}, True, [{"n": 2}]),
        ("n > 1 and drop", {"n": 1, "drop": False}, True, [{"n": 2, "drop": True}]),
        ("n > 1 and net", {"n": 1, "net": None}, True, []),
        ("n > 1 or drop", {"n": 1, "drop": False}, True, [{"n": 2}, {"drop": True}]),
        ("n > 1 and drop", {"n": 2, "drop": True}, False, [{"n": 1}, {"n": 0}, {"drop": False}]),
        ("how in ('sum', 'mean')", {"how": "max"}, True, [{"how": "sum"}, {"how": "mean"}]),
        ("match(how, '.*o.*')", {"how": "s"}, True, [{"how": ".*o.*"}]),
        ("x.shape[0] > 3", {"x": 1}, True, [{}]),
    ],
)
def test_what_makes_a_condition_hold(test: str, values: dict[str, Any], wanted: bool, expected: list[dict[str, Any]]) -> None:
    assert list(ways(test, values, wanted=wanted)) == expected


PROJECT = {
    "net.py": """
import tensorflow as tf


class Net(tf.Module):
    def __init__(self, mode, loud=False, depth=1):
        self.mode = mode
        self.loud = loud
        self.depth = depth

    @tf.function
    def step(self, x, side="left"):
        if self.mode == "train":
            return x
        if self.loud and self.depth > 2:
            print("loud", x)
        if side == "right":
            print("right", x)
        if self.depth is None:
            print("no depth", x)
        return x * 2.0
""",
    "test_net.py": """
import tensorflow as tf
from net import Net


def test_training():
    net = Net("train")
    assert float(net.step(tf.constant(1.0))) == 1.0
    assert not net.loud
""",
}


@pytest.mark.tensorflow
def test_calls_are_led_to_a_line_that_no_test_comes_to(tmp_path: Path) -> None:
    for name, text in PROJECT.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = confirmed(tmp_path, "--no-cache", "--select", "TFA101", "--using", "tests")["findings"]
    evidence = {each["range"]["start"]["line"]: (each["evidence"]["verdict"], each["evidence"]["text"]) for each in found}
    told = "wrote 3 times eagerly, once in the graph; called as in `test_net.py::test_training`, with `self.mode` set to 'train_' and "
    assert evidence[16] == ("confirmed", f"{told}`self.loud` set to True and `self.depth` set to 3")
    assert evidence[18] == ("confirmed", f"{told}`side` set to 'right'")
    assert evidence[20][0] == "not-run"
