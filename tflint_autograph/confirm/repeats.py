"""Keeps the calls that are repeated with other arguments, for the findings that only these may show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from tflint_autograph.confirm.called import is_invented
from tflint_autograph.confirm.edges import EDGES, Edge
from tflint_autograph.confirm.execution import Task
from tflint_autograph.confirm.mutate_captured import can_change, changes_once
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.subject import Subject

CHANGED = 3
"""Maximum number of calls that are repeated with another value of a name: those of one function may set it themselves."""

_UNSIZED = 3
"""Maximum number of calls that are repeated without known sizes: a function that calls the one in question may give it others."""


class Repeats:
    """The first calls that reach each finding, those in which a name can be changed, and the first generated ones of those that show no difference."""

    def __init__(self) -> None:
        self._first: defaultdict[str, list[Task]] = defaultdict(list)
        self._changeable: defaultdict[str, list[tuple[Task, Pair]]] = defaultdict(list)
        self._harmless: dict[str, Task] = {}

    def keep(self, subject: Subject, task: Task, pair: Pair) -> None:
        """Keeps the calls of a task that can be repeated for a finding."""
        if can_change(subject, pair) and len(self._changeable[subject.id]) < CHANGED:
            self._changeable[subject.id].append((task, pair))
        if task.driver.vary or not task.driver.calls or pair.ended or not pair.reaches(subject.id):
            return
        if subject.is_repeated and (not _needs_objects(subject) or (task.driver.makes_object and pair.graph.traced)):
            kept = self._first[subject.id]
            if len(kept) < (_UNSIZED if _way(subject) == "sizes" else 1):
                kept.append(task)
        if subject.depends_on_values and is_invented(task) and pair.is_harmless(subject.id):
            self._harmless.setdefault(subject.id, task)

    def changeable(self, subjects: Iterable[Subject], number: int, *, again: bool) -> list[tuple[Subject, Task, Pair]]:
        """Returns the calls with this number, below `CHANGED`, in one of which the name of a finding can get another value, `again` yet another one."""
        known = ((each, self._changeable[each.id]) for each in subjects if not (again and changes_once(each)))
        return [(each, *found[number]) for each, found in known if number < len(found)]

    def varied(self, subjects: Iterable[Subject]) -> tuple[Task, ...]:
        """Returns the calls of functions that may be retraced with other values and one more signature, or on new objects, and others without known sizes."""
        again = [(each, task) for each in subjects for task in self._first.pop(each.id, ())]
        varied = (replace(task, driver=replace(task.driver, vary=_way(each))) for each, task in again)
        return tuple(dict.fromkeys(varied))

    def at(self, edge: Edge, subjects: Iterable[Subject]) -> tuple[Task, ...]:
        """Returns the harmless calls with numbers at an edge of what tensors may hold."""
        known = dict.fromkeys(self._harmless[each.id] for each in subjects if each.id in self._harmless)
        return tuple(replace(task, driver=replace(task.driver, vary=edge)) for task in known)


def _needs_objects(subject: Subject) -> bool:
    """Whether only several objects show it: what a constructor creates is traced for each."""
    return subject.is_about_traces and subject.is_in_constructor


def _way(subject: Subject) -> Literal["values", "sizes", "objects"]:
    """Returns how calls are repeated for a finding (`Driver.vary`)."""
    return "objects" if _needs_objects(subject) else "values" if subject.is_about_traces else "sizes"


def is_refused(subject: Subject, task: Task, pair: Pair) -> bool:
    """Whether eager code raises an exception for numbers at an edge of what tensors may hold, which proves nothing: an error of the caller.

    A check of values is there to raise one.
    """
    is_raised = any(call.raised is not None for call in pair.eager.calls)
    return task.driver.vary in EDGES and is_raised and not subject.checks_values
