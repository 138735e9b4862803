"""What a run of a program records beside its traced calls, as plain data. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass

TESTS, MAIN, MADE_UP = USING = "tests", "main", "made-up"
"""What calls are taken from beside those that are declared, in this order: tests, scripts, and what `confirm` makes up itself."""


@dataclass(frozen=True, slots=True)
class ProjectTest:
    """A test of the project that may come to watched statements: its function or method, and their watches.

    `file` is absolute, `name` the qualified name in it; pytest decides whether that is a test.
    """

    file: str
    name: str
    watches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A function of which calls in eager code are recorded: its absolute file and its 1-based first line, that of a decorator.

    `converted` says that AutoGraph converts the function where it is traced.
    """

    file: str
    line: int
    converted: bool = True
