"""Suppression comments as data. Reads none."""

from __future__ import annotations

from enum import Enum

from tflint_autograph.model.location import Position
from tflint_autograph.model.record import record


class DirectiveKind(Enum):
    """What a suppression comment asks for; UNKNOWN is a `tflint:` comment with a word that is none of the others."""

    IGNORE = "ignore"
    IGNORE_FILE = "ignore-file"
    DISABLE = "disable"
    ENABLE = "enable"
    NOQA = "noqa"
    UNKNOWN = "unknown"


@record
class Directive:
    """One suppression comment, the part of a comment behind its own `#`.

    `codes` are as written and empty for a bare one, which speaks of every code. `start` and `end` (exclusive) are the
    place of the part; `removal` is what to delete to be rid of it, the whole line or the blanks before it included.
    `alone` says that the line holds nothing but the comment and is in no bracket. `malformed` says what is wrong.
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
    """A suppression comment with the lines it speaks of, 1-based and both inclusive."""

    directive: Directive
    first: int
    last: int
