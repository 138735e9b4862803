"""Where something is in a source file."""

from __future__ import annotations

from typing import NamedTuple

from tflint_autograph.model.record import frozen


class Position(NamedTuple):
    """A place in a text: line and column both count from 1, columns in code points."""

    line: int
    column: int


@frozen
class Span:
    """A stretch of one file.

    `path` is posix style, relative to the project's root where it lies below it. `end` is exclusive.
    `cell` is the 1-based number of a notebook's cell, whose own lines the positions then count.
    """

    path: str
    start: Position
    end: Position
    cell: int | None = None

    @classmethod
    def point(cls, path: str, line: int = 1, column: int = 1) -> Span:
        """A place without extent; the first one of the file where no other is given."""
        place = Position(line, column)
        return cls(path, place, place)

    def sort_key(self) -> tuple[str, int, Position, Position]:
        """Order by file, then cell, then place."""
        return (self.path, self.cell or 0, self.start, self.end)
