"""The scales of a finding: severity, confidence and the safety of its fix."""

from __future__ import annotations

from enum import Enum


class Level(Enum):
    """An enumeration whose members are ordered by declaration."""

    def __init__(self, word: str) -> None:
        self.rank = len(type(self).__members__)
        """Position on the scale, from 0; stored, since it is compared a million times in a run."""

    # Members are equal to themselves alone, and are hashed with the values they are a part of.
    __hash__ = object.__hash__

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.rank < other.rank

    def __le__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.rank <= other.rank


class Severity(Level):
    """How much harm the pattern does if the finding is right."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Confidence(Level):
    """How certain the finding is."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Safety(Level):
    """What applying a fix may do: only repair, change behaviour, or it is a suggestion that is never applied."""

    DISPLAY = "display"
    UNSAFE = "unsafe"
    SAFE = "safe"
