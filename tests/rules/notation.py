"""The notation of the fixtures in this folder: findings drawn with carets under the code they speak of. Runs nothing.

    x += np.random.rand()
#~       ^^^^^^^^^^^^^^^^ TFA110 `numpy.random.rand` draws only once, at trace time

`#~` is a finding that must be there, `#?` a known miss and `#!` a known false alarm; each fails when it stops being
true. Such lines stand right below their code line, several where there are several findings. The carets cover the
finding exactly, a longer one to the end of its first line. Carets that touch the marker begin in column 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
_LINE = re.compile(r"#(?P<sort>[~?!])(?P<gap> *)(?P<carets>\^+) (?P<code>TFA\d{3}) (?P<message>\S.*)")
_BEGIN = re.compile(r"#[~?!]")


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """One finding: lines and columns from 1, `end` exclusive and on the first line. `message` is the whole message."""

    line: int
    column: int
    end: int
    code: str
    message: str

    def drawn(self, sort: str) -> str:
        """The line of the notation that says it."""
        carets = "^" * (self.end - self.column)
        if self.column <= 2:
            return f"#{sort}{carets[3 - self.column :]} {self.code} {self.message}"
        return f"#{sort}{' ' * (self.column - 3)}{carets} {self.code} {self.message}"


@dataclass(frozen=True, slots=True)
class Fixture:
    """One program. `name` is its path in this folder, `code` the rule it is about, `marks` its drawn lines by their sort."""

    name: str
    text: str
    marks: tuple[tuple[str, Mark], ...]

    @property
    def code(self) -> str:
        """The rule the fixture is about."""
        return self.name[: len("TFA000")]

    def of_sort(self, sort: str) -> tuple[Mark, ...]:
        """The marks drawn with this marker."""
        return tuple(mark for found, mark in self.marks if found == sort)


def fixtures(folder: Path = FOLDER) -> tuple[Fixture, ...]:
    """Every `TFA101*.py` and every file of a folder `TFA101*`, sorted. Raises ValueError for a line drawn wrongly."""
    paths = sorted(path for pattern in ("TFA*.py", "TFA*/**/*.py") for path in folder.glob(pattern))
    return tuple(_read(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")) for path in paths)


def _read(name: str, text: str) -> Fixture:
    return Fixture(name, text, tuple(marks(text, name)))


def marks(text: str, name: str = "") -> Iterator[tuple[str, Mark]]:
    """The drawn lines of a program with their sorts. Raises ValueError for a line drawn wrongly."""
    above, number_above = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        if not _BEGIN.match(line):
            above, number_above = line.rstrip(), number
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise ValueError(f"{name}:{number}: expected `#~   ^^^^ TFA101 message`, got {line!r}")
        column = 1 if not match["gap"] else match.start("carets") + 1
        end = match.end("carets") + 1
        if end > len(above) + 1:
            raise ValueError(f"{name}:{number}: the carets go beyond the code above")
        yield match["sort"], Mark(number_above, column, end, match["code"], match["message"])
