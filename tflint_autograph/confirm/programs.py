"""Runs programs of the project under observation: the one that the user names, its tests, its scripts."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from tflint_autograph.confirm.execution import Execution
from tflint_autograph.confirm.found_programs import Entry
from tflint_autograph.confirm.outcome import ended
from tflint_autograph.confirm.project_runs import ProjectRun
from tflint_autograph.confirm.protocol import Driver, Hits, Observation, Replayed

_LEAST = 3.0
"""Seconds with which a run is worth its start."""

_FILE_SHARE = 0.5
"""Share of the time that is left which one file may take."""


class Programs:
    """The programs of one session; `take` gets each function whose calls were replayed, with words for the run they are of,
    and `learn` which statements ran in the calls of each program.

    `root` is the project's folder, `budget` the seconds that tests and scripts may take together. `notes` say how each ended.
    """

    def __init__(
        self, execution: Execution, root: str, budget: float, take: Callable[[Replayed, str], None],
        learn: Callable[[Iterable[Hits]], None],
    ) -> None:  # fmt: skip
        self.notes: list[str] = []
        self._execution = execution
        self._root = root
        self._budget = budget
        self._take = take
        self._learn_hits = learn

    def named(self, command: tuple[str, ...], told: str, entries: Sequence[Entry]) -> str:
        """Run the user's program; how it ended."""
        (seen,) = self._execution.programs([Driver(program=command)], os.getcwd(), entries)
        self._learn_hits(seen.hits)
        for each in seen.replayed:
            self._take(each, told)
        return ended(seen)

    def found(
        self, runs: Sequence[ProjectRun], entries: Sequence[Entry], wanted: Callable[[], Collection[str]], share: float = 1.0
    ) -> None:
        """Run tests or scripts, some at a time, as long as there is a finding that is `wanted` and time of this share of the budget.

        Findings take turns: the next file is the nearest to the finding that has had the fewest.
        """
        waiting = dict.fromkeys(runs, _ANY)
        rest = self._budget * (1.0 - share)
        turns: Counter[str] = Counter()
        while self._budget - rest >= _LEAST:
            open_findings = tuple(wanted())
            batch = dict(_chosen(waiting, open_findings, turns, self._execution.jobs))
            if not batch:
                return
            started = time.monotonic()
            # The next files want their time as well
            seconds = max((self._budget - rest) * _FILE_SHARE, _LEAST)
            drivers = [self._driver(run, waiting[run], open_findings, finding) for run, finding in batch.items()]
            seen = self._execution.programs(drivers, self._root, entries, seconds)
            self._budget -= time.monotonic() - started
            if any(map(_has_no_pytest, seen)):
                self.notes.append("tests are not run: pytest is not installed for this Python")
                return
            for (run, finding), one in zip(batch.items(), seen, strict=True):
                self._ran(run, one, waiting)
                turns[finding] -= run in waiting

    def _ran(self, run: ProjectRun, seen: Observation, waiting: dict[ProjectRun, tuple[str, ...]]) -> None:
        """Take what a file has shown, or let it wait for another way to import it; what one file needs the others need as well."""
        options = waiting.pop(run)
        if options == _ANY and _is_uncollected(seen):
            waiting[run] = _IMPORTED
            return
        if options == _IMPORTED and not _is_uncollected(seen):
            waiting.update(dict.fromkeys(waiting, _IMPORTED))
        self._learn(run, seen)

    def _driver(self, run: ProjectRun, options: tuple[str, ...], findings: Collection[str], first: str) -> Driver:
        """What runs the tests that may come to these findings, those of one of them first, or the script."""
        if not run.tests:
            return Driver(program=(os.path.join(self._root, run.path),), is_found=True)
        tests = [each for each in run.tests if not set(findings).isdisjoint(each.watches)]
        tests.sort(key=lambda each: first not in each.watches)
        return Driver(program=("-m", "pytest", *options), tests=tuple(tests), is_found=True)

    def _learn(self, run: ProjectRun, seen: Observation) -> None:
        self.notes.append(f"{run.path}: {ended(seen)}")
        self._learn_hits(seen.hits)
        for each in seen.replayed:
            self._take(each, each.test or f"python {run.path}")


def _chosen(
    waiting: Collection[ProjectRun], findings: Sequence[str], turns: Counter[str], number: int
) -> Iterator[tuple[ProjectRun, str]]:
    """Yields up to this number of waiting files, each with the finding whose turn it is."""
    left = list(waiting)
    for _ in range(number):
        known = [each for each in findings if any(each in run.nearness for run in left)]
        if not known:
            return
        finding = min(known, key=lambda each: (turns[each], findings.index(each)))
        run = min((run for run in left if finding in run.nearness), key=lambda run: (run.nearness[finding], run.path))
        turns[finding] += 1
        left.remove(run)
        yield run, finding


_ANY: tuple[str, ...] = ()
_IMPORTED = ("--import-mode=importlib", "-o", "consider_namespace_packages=true")
"""How pytest imports a file of which it cannot find the package: folders of tests may be called as the package they test."""


def _has_no_pytest(seen: Observation) -> bool:
    raised = seen.calls[-1].raised if seen.calls else None
    return raised is not None and raised.type == "ModuleNotFoundError" and raised.message == "No module named 'pytest'"


def _is_uncollected(seen: Observation) -> bool:
    raised = seen.calls[-1].raised if seen.calls else None
    return raised is not None and raised.type == "Uncollected"
