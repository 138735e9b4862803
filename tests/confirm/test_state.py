"""What is seen of the state between calls: every place a user's module can keep something in."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

import pytest

from tflint_autograph.confirm.probe.state import holders
from tflint_autograph.confirm.probe.state.holders import add_module, own_modules
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.probe.state.state import snapshot

pytestmark = [pytest.mark.tensorflow, pytest.mark.imports_tensorflow]

MODULE = """
import tensorflow as tf

total = 1
history = [2]


class Slotted:
    __slots__ = ("count", "never")
    made = 4


class Net:
    def __init__(self):
        self.steps = 5
        self.inner = Slotted()
        self.inner.count = 3


def add(x, by=1, seen=[6], *, more={"a": 7}):
    return x


def make():
    late = 8

    def read():
        return late

    return read


net = Net()
read = make()
traced = tf.function(make())
add.calls = 9
"""


def test_every_place_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = types.ModuleType("m")
    module.__file__ = str(tmp_path / "m.py")
    exec(compile(MODULE, module.__file__, "exec"), module.__dict__)  # noqa: S102 - the text above
    monkeypatch.setitem(sys.modules, "m", module)
    seen = snapshot(LineCounter(str(tmp_path), ()), {"self": module.Net()})
    shown = {way: each.get("value", each.get("items")) for way, each in seen.items()}
    assert shown == {
        "self.steps": 5,
        "self.inner.count": 3,
        "m.total": 1,
        "m.history": [{"kind": "int", "value": 2}],
        "m.Slotted.made": 4,
        "m.net.steps": 5,
        "m.net.inner.count": 3,
        "m.read.late": 8,
        "m.traced.late": 8,
        "m.add.seen": [{"kind": "int", "value": 6}],
        "m.add.more": {"a": {"kind": "int", "value": 7}},
        "m.add.calls": 9,
    }


def test_modules_that_were_there_before_are_not_visited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hiding = types.ModuleType("colorsys")
    hiding.__file__ = str(tmp_path / "colorsys.py")
    older = {"colorsys": types.ModuleType("colorsys"), "m": _Unread("m"), holders.__name__: holders, "z": types.ModuleType("z")}
    monkeypatch.setattr(sys, "modules", older)
    lines = LineCounter(str(tmp_path), ())
    assert own_modules(lines) == []
    add_module(hiding)
    assert own_modules(lines) == [("colorsys", hiding)]


class _Unread(types.ModuleType):
    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(name)
