"""Records of a program run besides its traced calls, as plain data. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass

TESTS, MAIN, MADE_UP = USING = "tests", "main", "made-up"
"""What calls are taken from beside those that are declared, in this order: tests, scripts, and what `confirm` makes up itself."""


@dataclass(frozen=True, slots=True)
class ProjectTest:
    """A test of the project that may reach watched statements: its function or method, and their watches.

    `file` is absolute, `name` the qualified name in it; pytest decides whether it is a test.
    """

    file: str
    name: str
    watches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A function whose calls in eager code are recorded: its absolute file and its 1-based first line, decorators included.

    `converted`: AutoGraph converts the function where it is traced.
    """

    file: str
    line: int
    converted: bool = True
