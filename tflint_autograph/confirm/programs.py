"""Runs programs of the project and observes them: the one that the user names, its tests, its scripts."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import TypeAlias

from tflint_autograph.confirm.execution import Execution
from tflint_autograph.confirm.found_programs import Entry, ProjectTest
from tflint_autograph.confirm.outcome import ended
from tflint_autograph.confirm.project_runs import ProjectRun
from tflint_autograph.confirm.protocol import CapturedChange, Driver, Hits, Observation, Replayed

_LEAST = 3.0
"""Minimum number of seconds for which a run is started."""

_GROUP_SHARE = 0.5
"""The fraction of the remaining time for the files that run together."""

_FILES = 4
"""Test files that run in one process, which imports what they share once."""

_TESTS = 12
"""Maximum number of tests of one process that are run for a finding."""

_ENOUGH = 6
"""Replays that run a statement, over all programs, after which none is run for it alone: what they do not show, others hardly do."""

_Waiting: TypeAlias = dict[ProjectRun, tuple[str, ...]]
"""The files still to run, each with the options of pytest that it needs."""


class Programs:
    """Runs the programs of one session.

    `take` receives each function whose calls were replayed, with the name of its run. `learn` receives the counts of each program. `root`
    is the project's folder, `budget` the seconds for all tests and scripts, and again for what they import. `notes` say how each run ended.
    """

    def __init__(
        self, execution: Execution, root: str, budget: float, take: Callable[[Replayed, str], None],
        learn: Callable[[Iterable[Hits]], None],
    ) -> None:  # fmt: skip
        self.notes: list[str] = []
        self._execution = execution
        self._root = root
        self._budget = budget
        self._for_imports = budget
        self._take = take
        self._learn_hits = learn
        self._replays: Counter[str] = Counter()

    def named(self, command: tuple[str, ...], told: str, entries: Sequence[Entry]) -> str:
        """Runs the user's program, and returns how it ended."""
        (seen,) = self._execution.programs([Driver(program=command)], os.getcwd(), entries)
        self._learn_hits(seen.hits)
        for each in seen.replayed:
            self._take(each, told)
        return ended(seen)

    def found(
        self, runs: Sequence[ProjectRun], entries: Sequence[Entry], changes: Sequence[CapturedChange], wanted: Callable[[], Collection[str]],
        share: float = 1.0,
    ) -> None:  # fmt: skip
        """Runs tests or scripts, several at a time, while a finding is `wanted` and this share of the budget is left.

        Replays are repeated with the `changes`. Findings take turns: the next file is the one nearest to the finding that has had the fewest runs.
        """
        waiting = dict.fromkeys(runs, _ANY)
        rest = self._budget * (1.0 - share)
        turns: Counter[str] = Counter()
        while self._budget - rest >= _LEAST and self._for_imports > 0:
            open_findings = self._open(wanted)
            groups = [*_groups(waiting, open_findings, turns, self._execution.jobs)]
            if not groups:
                return
            # The next files need time as well
            seconds = max((self._budget - rest) * _GROUP_SHARE, _LEAST)
            drivers = [replace(self._driver(group, waiting[next(iter(group))], open_findings), changes=tuple(changes)) for group in groups]
            seen = self._execution.programs(drivers, self._root, entries, seconds, partial(self._judge, groups, wanted))
            self._budget -= max(one.seconds for one in seen)
            self._for_imports -= max(one.imports for one in seen)
            if any(map(_has_no_pytest, seen)):
                self.notes.append("tests are not run: pytest is not installed for this Python")
                return
            for group, one in zip(groups, seen, strict=True):
                self._ran(group, one, waiting, turns)

    def _open(self, wanted: Callable[[], Collection[str]]) -> tuple[str, ...]:
        """Returns the findings for which more programs are run."""
        return tuple(each for each in wanted() if self._replays[each] < _ENOUGH)

    def _judge(self, groups: Sequence[Mapping[ProjectRun, str]], wanted: Callable[[], Collection[str]], part: Observation) -> list[str]:
        """Judges by what a running program has shown so far, and returns the findings for which it need not go on."""
        group = groups[int(part.id.rpartition(" ")[2])]
        for each in part.replayed:
            self._take(each, each.test or next(iter(group)).told)
        left = self._open(wanted)
        return [each for run in group for each in run.nearness if each not in left]

    def _ran(self, group: Mapping[ProjectRun, str], seen: Observation, waiting: _Waiting, turns: Counter[str]) -> None:
        """Records what a file has shown, or queues it to be imported in another way, with all other files if that helped.

        The tests it had no time for are queued, too.
        """
        for run, finding in group.items():
            options = waiting.pop(run)
            is_lost = _is_uncollected(seen) or any(each.file in seen.uncollected for each in run.tests)
            if is_lost and options in _NEXT:
                waiting[run] = _NEXT[options]
                turns[finding] -= 1
            elif not run.tests and options == _ANY and _lacks_file(seen):
                waiting[run] = _IN_ITS_FOLDER
                turns[finding] -= 1
            elif rest := _rest(run, seen):
                waiting[rest] = options
            if options == _IMPORTED and not is_lost:
                waiting.update(dict.fromkeys(waiting, _IMPORTED))
        if any(run not in waiting for run in group):
            self._learn([run for run in group if run not in waiting], seen)

    def _driver(self, group: Mapping[ProjectRun, str], options: tuple[str, ...], findings: Sequence[str]) -> Driver:
        """Returns the driver for a script, or for the tests that may reach one of these findings, those nearest to each in turn."""
        script = next((run for run in group if not run.tests), None)
        if script is not None:
            file = os.path.join(self._root, script.path)
            # Jupyter runs a notebook in its folder
            folder = os.path.dirname(file) if script.source or options == _IN_ITS_FOLDER else ""
            return Driver(program=(file,), source=script.source, is_found=True, folder=folder)
        queues = {finding: _queue(group, finding) for finding in findings}
        tests = dict.fromkeys(each for row in zip_longest(*queues.values()) for each in row if each is not None)
        watches = {each: tuple(finding for finding, queue in queues.items() if each in queue) for each in tests}
        chosen = tuple(replace(each, watches=watches[each]) for each in tests)
        return Driver(program=("-m", "pytest", *options), tests=chosen, is_found=True)

    def _learn(self, runs: Sequence[ProjectRun], seen: Observation) -> None:
        self.notes.append(f"{', '.join(run.path for run in runs)}: {ended(seen)}")
        self._learn_hits(seen.hits)
        for each in seen.replayed:
            self._take(each, each.test or runs[0].told)
        self._replays.update(hits.id for each in seen.replayed for hits in each.graph.hits if any(hits.tracing))


def _rest(run: ProjectRun, seen: Observation) -> ProjectRun | None:
    """Returns the run of those tests of a file that it had no time for, None if there are none."""
    unrun = {(each.file, each.name) for each in seen.unrun}
    tests = tuple(each for each in run.tests if (each.file, each.name) in unrun)
    reached = {finding for each in tests for finding in each.watches}
    nearness = {finding: nearness for finding, nearness in run.nearness.items() if finding in reached}
    return replace(run, tests=tests, nearness=nearness) if tests else None


def _queue(group: Collection[ProjectRun], finding: str) -> list[ProjectTest]:
    """Returns the tests that may reach a finding, those of the file nearest to it first: others are not to use up what is tried for it."""
    runs = sorted((run for run in group if finding in run.nearness), key=lambda run: (run.nearness[finding], run.path))
    found = [each for run in runs for each in sorted((one for one in run.tests if finding in one.watches), key=lambda one: run.ranks.get(one.name, run.nearness)[finding])]
    # Fixtures and helpers in a file with tests take no turn
    tests = [index for index, each in enumerate(found) if each.name.rpartition(".")[2].startswith("test")]
    return found[: tests[_TESTS]] if len(tests) > _TESTS else found


def _groups(waiting: _Waiting, findings: Sequence[str], turns: Counter[str], number: int) -> Iterator[dict[ProjectRun, str]]:
    """Yields up to this number of groups of waiting files that can run together, each file with the finding whose turn it is."""
    left = dict(waiting)
    for _ in range(number):
        group: dict[ProjectRun, str] = {}
        while len(group) < _FILES:
            fitting = [each for each in left if not group or (each.tests and left[each] == waiting[next(iter(group))])]
            chosen = _next(fitting, findings, turns)
            if chosen is None:
                break
            run, group[run] = chosen[0], chosen[1]
            turns[group[run]] += 1
            del left[run]
            if not run.tests:
                break
        if group:
            yield group


def _next(runs: Collection[ProjectRun], findings: Sequence[str], turns: Counter[str]) -> tuple[ProjectRun, str] | None:
    """Returns the nearest file to the finding that had the fewest turns, and that finding; None if there is none."""
    known = [each for each in findings if any(each in run.nearness for run in runs)]
    if not known:
        return None
    finding = min(known, key=lambda each: (turns[each], findings.index(each)))
    return min((run for run in runs if finding in run.nearness), key=lambda run: (run.nearness[finding], run.path)), finding


_ANY: tuple[str, ...] = ()
_IMPORTED = ("--import-mode=importlib", "-o", "consider_namespace_packages=true")
"""The options for a file whose package pytest does not find: a folder of tests may have the name of the package it tests."""
_ALONE = (*_IMPORTED, "--noconftest")
"""The options for a file whose `conftest.py` cannot be imported, since a plugin or a package is not installed: tests may do without it."""
_IN_ITS_FOLDER = ("in its folder",)
"""Stands for the folder of a script that finds no file in the project's: many are run where they are."""

_NEXT = {_ANY: _IMPORTED, _IMPORTED: _ALONE}


def _has_no_pytest(seen: Observation) -> bool:
    raised = seen.calls[-1].raised if seen.calls else None
    return raised is not None and raised.type == "ModuleNotFoundError" and raised.message == "No module named 'pytest'"


def _lacks_file(seen: Observation) -> bool:
    raised = seen.calls[-1].raised if seen.calls else None
    return raised is not None and raised.type in ("FileNotFoundError", "NotFoundError")


def _is_uncollected(seen: Observation) -> bool:
    raised = seen.calls[-1].raised if seen.calls else None
    return raised is not None and raised.type == "Uncollected"
