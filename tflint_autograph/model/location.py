"""Positions and spans in source files."""

from __future__ import annotations

from typing import NamedTuple

from tflint_autograph.model.record import frozen


class Position(NamedTuple):
    """A position in a text: line and column are 1-based, columns in code points."""

    line: int
    column: int


@frozen
class Span:
    """A range in one file.

    `path` is POSIX style, relative to the project's root if it is below it. `end` is exclusive. `cell` is the 1-based number of a
    notebook's cell, whose own lines the positions then refer to.
    """

    path: str
    start: Position
    end: Position
    cell: int | None = None

    @classmethod
    def point(cls, path: str, line: int = 1, column: int = 1) -> Span:
        """Returns an empty span; by default at the start of the file."""
        place = Position(line, column)
        return cls(path, place, place)

    def sort_key(self) -> tuple[str, int, Position, Position]:
        """The order by file, then cell, then position."""
        return (self.path, self.cell or 0, self.start, self.end)
