"""Collects the differences between runs that no finding explains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tflint_autograph.confirm.candidates import Functions
from tflint_autograph.confirm.compare import ObservedDifference
from tflint_autograph.confirm.execution import Task
from tflint_autograph.confirm.judge import unexplained
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.finding import Label
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.runnable import Runnable


class Differing:
    """The unexplained differences, by path and thing; `labels` has them as labels at the responsible lines."""

    def __init__(self, modules: Mapping[str, Runnable], functions: Mapping[str, Functions]) -> None:
        self.labels: dict[tuple[str, str], Label] = {}
        self._modules = modules
        self._functions = functions

    def keep(self, task: Task, pair: Pair, subjects: Sequence[Subject], confirmed: Sequence[Subject]) -> None:
        """Records the differences that no subject explains, once each. Differences in generated calls, and without known sizes, are dropped."""
        if task.made_up or task.driver.vary == "sizes":
            return
        for each in unexplained(pair, subjects, confirmed):
            label = Label(self._span(task, each), f"{each.what}: {each.told()}")
            self.labels.setdefault((task.path, each.what), label)

    def _span(self, task: Task, difference: ObservedDifference) -> Span:
        """Returns the place of the difference, else the called function, else the module."""
        module = self._modules[task.path]
        lines = [line.line for line in difference.at if line.file == module.file]
        line = lines[0] if lines else self._functions[task.path].first_line(task.driver.target)
        cell, line = module.place(line)
        return Span(task.path, Position(line, 1), Position(line, 1), cell)
