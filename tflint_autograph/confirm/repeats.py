"""Keeps the calls that are repeated with other arguments, for the findings that only these may show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tflint_autograph.confirm.called import is_invented
from tflint_autograph.confirm.edges import EDGES, Edge
from tflint_autograph.confirm.execution import Task
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.subject import Subject


class Repeats:
    """The first calls that reach each finding, and the first generated ones of those that show no difference."""

    def __init__(self) -> None:
        self._first: dict[str, Task] = {}
        self._harmless: dict[str, Task] = {}

    def keep(self, subject: Subject, task: Task, pair: Pair) -> None:
        """Keeps the calls of a task that can be repeated for a finding."""
        if task.driver.vary or not task.driver.calls or pair.ended or not pair.reaches(subject.id):
            return
        if subject.is_repeated:
            self._first.setdefault(subject.id, task)
        if subject.depends_on_values and is_invented(task) and pair.is_harmless(subject.id):
            self._harmless.setdefault(subject.id, task)

    def varied(self, subjects: Iterable[Subject]) -> tuple[Task, ...]:
        """Returns the calls of functions that may be retraced with other values and one more signature, and others without known sizes."""
        again = [(each.is_about_traces, self._first.pop(each.id)) for each in subjects if each.id in self._first]
        varied = (replace(task, driver=replace(task.driver, vary="values" if is_about else "sizes")) for is_about, task in again)
        return tuple(dict.fromkeys(varied))

    def at(self, edge: Edge, subjects: Iterable[Subject]) -> tuple[Task, ...]:
        """Returns the harmless calls with numbers at an edge of what tensors may hold."""
        known = dict.fromkeys(self._harmless[each.id] for each in subjects if each.id in self._harmless)
        return tuple(replace(task, driver=replace(task.driver, vary=edge)) for task in known)


def is_refused(subject: Subject, task: Task, pair: Pair) -> bool:
    """Whether eager code raises an exception for numbers at an edge of what tensors may hold, which proves nothing: an error of the caller.

    A check of values is there to raise one.
    """
    is_raised = any(call.raised is not None for call in pair.eager.calls)
    return task.driver.vary in EDGES and is_raised and not subject.checks_values
