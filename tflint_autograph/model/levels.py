"""The scales a finding is measured on: severity, confidence and the safety of its fix."""

from __future__ import annotations

from enum import Enum


class Level(Enum):
    """Words with an order: members compare by the order in which they are declared."""

    def __init__(self, word: str) -> None:
        self.rank = len(type(self).__members__)
        """Position on the scale, lowest 0; compared a million times in a run, so counted once."""

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
    """How much harm the pattern does when it is what it looks like."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Confidence(Level):
    """How sure we are that the pattern is what it looks like."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Safety(Level):
    """What applying a fix may do: nothing but mend, change behaviour, or it is only to be shown."""

    DISPLAY = "display"
    UNSAFE = "unsafe"
    SAFE = "safe"
