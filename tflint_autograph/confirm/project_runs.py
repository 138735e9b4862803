"""Selects the tests and scripts of a project that may reach findings. Runs none.

The call graph selects them; pytest decides what is a test.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import TypeAlias

from tflint_autograph.confirm.found_programs import Entry, ProjectTest
from tflint_autograph.confirm.reaching import FARTHEST, ProjectDefinition, Reaching
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.runnable import Runnable

TESTS = ("test_*.py", "*_test.py")
"""Patterns of the files in which pytest looks for tests by default."""


Nearness: TypeAlias = tuple[int, int, bool, int]
"""How near a function is to a finding: the calls in between, how many names of the conditions before it are not set, whether it does not mention the function by name, its lines."""


@dataclass(frozen=True, slots=True, eq=False)
class ProjectRun:
    """A file with tests, or a script if there are none. `nearness` are the findings it may decide.

    By finding: how near the nearest test is. A lower one is run earlier. `source`: the code of a notebook. `ranks`: the same for each test by
    its name.
    """

    path: str
    nearness: Mapping[str, Nearness]
    tests: tuple[ProjectTest, ...] = ()
    source: str = ""
    ranks: Mapping[str, Mapping[str, Nearness]] = field(default_factory=dict)

    @property
    def told(self) -> str:
        """What runs the script, as a user would write it; the path of a notebook."""
        return self.path if self.source else f"python {self.path}"


class ProjectRuns:
    """The tests and scripts that may reach findings.

    `modules` are the project's files, `targets` the functions on each finding's call path, from its root to that with the line, as path and
    qualified name; an empty name is the code outside of functions. `deciding` are the names in the conditions before its line.
    """

    def __init__(
        self, modules: Mapping[str, Runnable], targets: Mapping[str, Sequence[tuple[str, str]]], deciding: Mapping[str, Collection[str]]
    ) -> None:
        self._modules = modules
        self._with_findings = {path for asked in targets.values() for path, _ in asked}
        reaching = self._reaching = Reaching(lambda: {path: module.text for path, module in modules.items()})
        known = {each: reaching.of(*each) if each[1] else reaching.calling(each[0]) for asked in targets.values() for each in asked}
        self._reached: dict[str, dict[ProjectDefinition, Nearness]] = {}
        for finding, asked in targets.items():
            found = self._reached[finding] = {}
            for number, each in enumerate(reversed(asked)):
                method = each[1].rpartition(".")[2]
                # What comes to the root need not come to the line: it is worth a run after what comes to the function with the line
                farther = FARTHEST if number else 0
                for definition, distance in known[each].items():
                    words = deciding.get(finding, ())
                    nearness = farther + distance, len(words) - reaching.sets(definition, words), not reaching.names(definition, method), definition.size
                    found[definition] = min(nearness, found.get(definition, nearness))

    def tests(self) -> tuple[ProjectRun, ...]:
        """Returns the files with tests. In each file the tests nearest to a finding come first, and of those the shortest."""
        reaching: dict[ProjectDefinition, dict[str, Nearness]] = defaultdict(dict)
        for finding, found in self._reached.items():
            for each, nearness in found.items():
                if each.name and _is_test(each.path):
                    reaching[each][finding] = nearness
        files: dict[str, list[ProjectDefinition]] = defaultdict(list)
        for each in sorted(reaching, key=lambda one: (min(reaching[one].values()), one.path, one.line)):
            files[each.path].append(each)
        return tuple(
            ProjectRun(
                path, _nearest(reaching[each] for each in tests), tuple(self._test(each, [*reaching[each]]) for each in tests),
                ranks={each.name: reaching[each] for each in tests},
            )
            for path, tests in files.items()
        )  # fmt: skip

    def _test(self, definition: ProjectDefinition, findings: Sequence[str]) -> ProjectTest:
        return ProjectTest(self._modules[definition.path].file, definition.name, tuple(findings))

    def scripts(self) -> tuple[ProjectRun, ...]:
        """Returns the files with an `if __name__ == "__main__":` that may reach a finding, and those that do so by calls outside of functions.

        Of the latter only notebooks and files that nothing imports. What a file with tests does there is to run them.
        """
        files: dict[str, dict[str, Nearness]] = defaultdict(dict)
        for finding, found in self._reached.items():
            for each, nearness in found.items():
                if not _is_test(each.path) and (each.is_main or (each.calls and self._is_program(each.path))):
                    files[each.path] = _nearest((files[each.path], {finding: nearness}))
        sources = {path: self._modules[path].text if self._modules[path].cells else "" for path in files}
        return tuple(ProjectRun(path, nearness, source=sources[path]) for path, nearness in sorted(files.items()))

    def _is_program(self, path: str) -> bool:
        """Whether a file only runs as a program. One with a finding whose name can be imported is imported anyway."""
        name = path.rpartition("/")[2].rpartition(".")[0]
        if self._modules[path].cells or not name.isidentifier():
            return True
        return not (path in self._with_findings or name in {*self._reaching.imported, "__init__", "conftest"})


def _is_test(path: str) -> bool:
    return any(fnmatch(path.rpartition("/")[2], pattern) for pattern in TESTS)


def _nearest(found: Iterable[Mapping[str, Nearness]]) -> dict[str, Nearness]:
    """Returns the smallest nearness for each finding."""
    nearest: dict[str, Nearness] = {}
    for each in found:
        for finding, nearness in each.items():
            nearest[finding] = min(nearness, nearest.get(finding, nearness))
    return nearest


def entries(call_paths: Iterable[tuple[Finding, Iterable[tuple[str, int]]]]) -> tuple[Entry, ...]:
    """Returns the functions on the call paths of findings.

    They count as converted by AutoGraph if one of the findings is in converted code.
    """
    found: dict[tuple[str, int], bool] = {}
    for finding, places in call_paths:
        for place in places:
            found[place] = found.get(place, False) or finding.trace is None or finding.trace.converted
    return tuple(Entry(*place, converted) for place, converted in found.items())
