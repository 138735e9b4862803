"""Suppression comments as data."""

from __future__ import annotations

from enum import Enum

from tflint_autograph.model.location import Position
from tflint_autograph.model.record import record


class DirectiveKind(Enum):
    """What a suppression comment requests; UNKNOWN is a `tflint:` comment with an unknown word."""

    IGNORE = "ignore"
    IGNORE_FILE = "ignore-file"
    DISABLE = "disable"
    ENABLE = "enable"
    NOQA = "noqa"
    UNKNOWN = "unknown"


@record
class Directive:
    """One suppression comment, the part of a comment after its own `#`.

    `codes` are as written, and empty for a bare one, which covers every code. `start` and `end` (exclusive) are the position of the part;
    `removal` is what to delete to remove it, including the whole line or preceding blanks. `alone`: the line contains only the comment and
    is inside no bracket. `malformed` says what is wrong.
    """

    kind: DirectiveKind
    codes: tuple[str, ...]
    start: Position
    end: Position
    removal: tuple[Position, Position]
    alone: bool
    reason: str = ""
    malformed: str | None = None

    @property
    def line(self) -> int:
        """The 1-based line the comment is on."""
        return self.start.line


@record
class Comment:
    """A suppression comment with the lines it applies to, 1-based and inclusive."""

    directive: Directive
    first: int
    last: int
