"""Records about runs of programs, apart from their traced calls, as plain data. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass

TESTS, MAIN, MADE_UP = USING = "tests", "main", "made-up"
"""The sources of calls besides declared ones, in this order: tests, scripts, and calls that `confirm` makes up itself."""


@dataclass(frozen=True, slots=True)
class ProjectTest:
    """A test of the project that may reach watched statements: its function or method, and the ids of their watches.

    `file` is absolute, `name` the qualified name in it; pytest decides whether it is a test.
    """

    file: str
    name: str
    watches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A function whose eager calls are recorded: its absolute file and its 1-based first line, decorators included.

    `converted`: AutoGraph converts the function where it is traced.
    """

    file: str
    line: int
    converted: bool = True
