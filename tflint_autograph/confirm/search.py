"""Manages searches for calls that are not declared: what to search, for how long, and when to stop."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace

from tflint_autograph.confirm.candidates import Candidate
from tflint_autograph.confirm.execution import Execution, Task
from tflint_autograph.confirm.outcome import unfit
from tflint_autograph.confirm.protocol import ENDLESS, UNSTARTED, Driver, Observation

BORROWED = "borrowed"
"""The kind of arguments extracted from the project (`Borrowed`)."""


class Search:
    """All searches of one session. None is repeated, or made if an earlier one showed that it is futile.

    `seconds` is the time for searches and the calls they find, per finding.
    """

    def __init__(self, execution: Execution, seconds: float, borrowing: Callable[[Candidate], Sequence[Task]]) -> None:
        self._execution = execution
        self._seconds = seconds
        self._borrowing = borrowing
        self._spent: defaultdict[str, float] = defaultdict(float)
        self._found: dict[tuple[Candidate, str], tuple[Task, ...] | str] = {}
        self._kinds: dict[Candidate, tuple[str, ...]] = {}
        self._unmade: dict[tuple[str, str], str] = {}

    def is_over(self, finding: str) -> bool:
        """Whether the time of a finding is used up."""
        return self._spent[finding] >= self._seconds

    def _is_half_over(self, findings: Sequence[str]) -> bool:
        """Whether all of the findings have used half of their time."""
        return bool(findings) and all(self._spent[each] >= self._seconds / 2 for each in findings)

    def charge(self, findings: Sequence[str], seconds: float) -> None:
        """Distributes the duration of a run over its findings."""
        for each in findings:
            self._spent[each] += seconds / len(findings)

    def calls(
        self, wanted: Mapping[Candidate, Sequence[str]], prefer: str, settled: Container[str]
    ) -> dict[Candidate, tuple[Task, ...] | str]:
        """Returns tasks for each function that arguments of this kind are found for, else the reason; empty if there was no search.

        `wanted` has the findings each is searched for, `settled` the modules that are imported eagerly.
        """
        new = [each for each in wanted if (each, prefer) not in self._found and self._is_worth(each, prefer)]
        if prefer == BORROWED:
            self._try_borrowed({each: wanted[each] for each in new}, settled)
            return {each: self._known(each, prefer, settled) for each in wanted}
        tasks = [Task(each.path, _driver(each, prefer), made_up=True) for each in new]
        for each, task, seen in zip(new, tasks, self._execution.searched(tasks, settled, [wanted[each] for each in new]), strict=True):
            self.charge(wanted[each], seen.seconds)
            self._keep(each, prefer, task, seen)
        return {each: self._known(each, prefer, settled) for each in wanted}

    def _try_borrowed(self, wanted: Mapping[Candidate, Sequence[str]], settled: Container[str]) -> None:
        """Keeps for each function the first extracted call that succeeds eagerly and comes to a statement, else the first that succeeds.

        Preparing such a call may take long: half of the time is reserved for generated arguments.
        """
        left = {each: list(self._borrowing(each)) for each in wanted}
        reached: set[Candidate] = set()
        while left:
            tried = {each: tasks.pop(0) for each, tasks in left.items() if tasks and not self._is_half_over(wanted[each])}
            for (each, task), seen in zip(tried.items(), self._execution.searched([*tried.values()], settled, [wanted[each] for each in tried]), strict=True):
                self.charge(wanted[each], seen.seconds)
                if not seen.ended and all(call.raised is None for call in seen.calls[:2]):  # the import, and the first call
                    self._found.setdefault((each, BORROWED), (task,))
                    if seen.hits or not wanted[each]:
                        self._found[each, BORROWED] = (task,)
                        reached.add(each)
            left = {each: left[each] for each in tried if each not in reached}

    def _is_worth(self, candidate: Candidate, prefer: str) -> bool:
        return _owner(candidate) not in self._unmade and prefer in self._kinds.get(candidate, (prefer,))

    def _keep(self, candidate: Candidate, prefer: str, task: Task, seen: Observation) -> None:
        drivers = [replace(task.driver, prefer="", calls=calls, holder=seen.holder, files=seen.files) for calls in (seen.inputs, *seen.more) if calls]
        self._found[candidate, prefer] = tuple(replace(task, driver=driver) for driver in drivers) or unfit(seen)
        # A call that did not end says nothing of those with other arguments, which the time for the finding bounds
        if not seen.ended.startswith((ENDLESS, UNSTARTED)):
            self._kinds[candidate] = seen.kinds
        if seen.unmade:
            self._unmade[_owner(candidate)] = unfit(seen)

    def _known(self, candidate: Candidate, prefer: str, settled: Container[str]) -> tuple[Task, ...] | str:
        found = self._found.get((candidate, prefer), self._unmade.get(_owner(candidate), ""))
        if isinstance(found, str):
            return found
        return tuple(replace(task, driver=replace(task.driver, settled=candidate.path in settled)) for task in found)


def _driver(candidate: Candidate, prefer: str) -> Driver:
    return Driver(candidate.target, prefer=prefer, traced=candidate.traced, inner=candidate.inner, converted=candidate.converted, nested=candidate.nested)


def _owner(candidate: Candidate) -> tuple[str, str]:
    """Returns the module and class of the object the function is called on."""
    return candidate.path, candidate.target.rpartition(".")[0]
