"""The runs of a project that may come to findings: its tests, and its scripts. Runs none.

Which are worth a run the call graph decides; pytest decides what is a test, and a script what it needs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import TypeAlias

from tflint_autograph.confirm.found_programs import Entry, ProjectTest
from tflint_autograph.confirm.reaching import ProjectDefinition, Reaching
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.runnable import Runnable

TESTS = ("test_*.py", "*_test.py")
"""Names of the files in which pytest looks for tests, where no configuration says otherwise."""


Nearness: TypeAlias = tuple[int, bool, int]
"""How near a function is to a finding: the calls in between, whether it does not mention the function by name, its lines."""


@dataclass(frozen=True, slots=True, eq=False)
class ProjectRun:
    """A file with tests, or a script if there are none.

    `nearness` has the findings it may settle, each with the nearness of the definition in the file that is nearest to it.
    """

    path: str
    nearness: Mapping[str, Nearness]
    tests: tuple[ProjectTest, ...] = ()


class ProjectRuns:
    """The runs that may come to findings; `modules` are the project's files, `targets` the functions on each finding's call path."""

    def __init__(self, modules: Mapping[str, Runnable], targets: Mapping[str, Iterable[tuple[str, str]]]) -> None:
        self._modules = modules
        reaching = Reaching(lambda: {path: module.text for path, module in modules.items() if not module.cells})
        known = {each: reaching.of(*each) for asked in targets.values() for each in asked}
        self._reached: dict[str, dict[ProjectDefinition, Nearness]] = {}
        for finding, asked in targets.items():
            found = self._reached[finding] = {}
            for each in asked:
                method = each[1].rpartition(".")[2]
                for definition, distance in known[each].items():
                    nearness = distance, not reaching.names(definition, method), definition.size
                    found[definition] = min(nearness, found.get(definition, nearness))

    def tests(self) -> tuple[ProjectRun, ...]:
        """The files with tests; in each the tests that are nearest to a finding come first, and of these the shortest."""
        reaching: dict[ProjectDefinition, dict[str, Nearness]] = defaultdict(dict)
        for finding, found in self._reached.items():
            for each, nearness in found.items():
                if each.name and any(fnmatch(each.path.rpartition("/")[2], pattern) for pattern in TESTS):
                    reaching[each][finding] = nearness
        files: dict[str, list[ProjectDefinition]] = defaultdict(list)
        for each in sorted(reaching, key=lambda one: (min(reaching[one].values()), one.path, one.line)):
            files[each.path].append(each)
        return tuple(
            ProjectRun(path, _nearest(reaching[each] for each in tests), tuple(self._test(each, [*reaching[each]]) for each in tests))
            for path, tests in files.items()
        )

    def _test(self, definition: ProjectDefinition, findings: Sequence[str]) -> ProjectTest:
        return ProjectTest(self._modules[definition.path].file, definition.name, tuple(findings))

    def scripts(self) -> tuple[ProjectRun, ...]:
        """The files that are programs: those with an `if __name__ == "__main__":` that may come to a finding."""
        files: dict[str, dict[str, Nearness]] = defaultdict(dict)
        for finding, found in self._reached.items():
            for each, nearness in found.items():
                if each.is_main:
                    files[each.path] = _nearest((files[each.path], {finding: nearness}))
        return tuple(ProjectRun(path, nearness) for path, nearness in sorted(files.items()))


def _nearest(found: Iterable[Mapping[str, Nearness]]) -> dict[str, Nearness]:
    """Of each finding the smallest nearness."""
    nearest: dict[str, Nearness] = {}
    for each in found:
        for finding, nearness in each.items():
            nearest[finding] = min(nearness, nearest.get(finding, nearness))
    return nearest


def entries(call_paths: Iterable[tuple[Finding, Iterable[tuple[str, int]]]]) -> tuple[Entry, ...]:
    """The functions on the call paths of findings, by file and first line; converted by AutoGraph if it converts one of the findings' code."""
    found: dict[tuple[str, int], bool] = {}
    for finding, places in call_paths:
        for place in places:
            found[place] = found.get(place, False) or finding.trace is None or finding.trace.converted
    return tuple(Entry(*place, converted) for place, converted in found.items())
