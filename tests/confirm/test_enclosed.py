"""Under which names the arguments of repeated calls are compared. Runs no TensorFlow."""

from __future__ import annotations

from typing import Any

from tflint_autograph.confirm.probe.replaying.recording import Recorded, Recording
from tflint_autograph.confirm.probe.replaying.replay import enclosed


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
