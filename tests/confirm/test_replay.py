"""What of repeated calls is compared: the arguments by name, and a second eager run where the modes differ. Runs no TensorFlow."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.probe.replaying import replay as replaying
from tflint_autograph.confirm.probe.replaying.recording import Recorded, Recording
from tflint_autograph.confirm.probe.replaying.replay import Replay, enclosed
from tflint_autograph.confirm.protocol import CallObservation, Observation


class Task:
    def run(self, step: int) -> None:
        """Does nothing."""


def run(task: Task, step: int) -> None:
    """Does nothing."""


def names(function: Any, holder: Any, *args: Any, step: Any = None) -> list[str]:
    return [*enclosed(Recording("", "", holder, step, {}, {}, [Recorded(function, args, {}, {})]))]


def test_what_a_method_is_called_on_is_self() -> None:
    task = Task()
    assert names(Task.run, None, task, 1) == ["self", "argument 1"]
    assert names(run, None, task, 1) == ["argument 0", "argument 1"]
    assert names(task.run, task, 1) == ["argument 0"]
    assert names(Task.run, None) == []
    assert names(Task.run, task, 1, step=task.run) == []


def seen(*results: int, ended: str = "") -> Observation:
    return Observation("", ended, tuple(CallObservation(None, {"kind": "int", "value": each}, {}, "") for each in results))


@pytest.mark.parametrize(("graph", "runs"), [(seen(0, 1, 2), ["eager", "graph", "eager"]), (seen(0, 1, 1), ["eager", "graph", "eager", "eager"])])
def test_a_second_eager_run_is_made_where_the_modes_differ(graph: Observation, runs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def run(*given: Any, graph: bool, most: int | None = None) -> Observation:
        made.append("graph" if graph else "eager")
        return graphs if graph else seen(0, 1, 2)

    graphs = graph
    monkeypatch.setattr(replaying, "eagerly", lambda wanted=True: nullcontext())
    monkeypatch.setattr(replaying, "all_functions", list)
    replay: Any = object.__new__(Replay)
    replay.lines, replay._run = type("Lines", (), {})(), run
    replayed = replay.replayed(Recording("", "", None, None, {}, {}, [Recorded(run, (), {}, {})]), 9.0)
    assert (made, replayed.graph) == (runs, graph)


def test_no_second_run_tells_what_an_unfinished_one_does() -> None:
    assert Pair(seen(0, 1), seen(0, 2)).needs_control
    assert not Pair(seen(0, 1), seen(0, 1)).needs_control
    assert not Pair(seen(0, 1), seen(0, 2, ended="did not end")).needs_control
