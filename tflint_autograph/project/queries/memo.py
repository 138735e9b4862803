"""Answers kept from run to run, each with everything it was worked out from. Works none out."""

from __future__ import annotations

from typing import Any, NamedTuple

QueryKey = tuple[str, Any]
"""What can be read: a kind of question, and what it is asked of."""

Dependency = tuple[QueryKey, Any]
"""A cell with what was read in it; or a kind and a number, with what was done."""


class Memo(NamedTuple):
    """An answer. `given` it was passed, `events` it read and did in this order; `late` is done once it is.

    `deep` is what of it, and of the answers it has read, has to be read or done again even where no file it knows of has
    changed; it is None for an answer that has read what changes in the course of a run. `parts` are the answers that are
    a part of it, and `height` is how deep calls of eager code go in it.
    """

    value: Any
    given: tuple[Any, ...]
    dependencies: tuple[Dependency, ...]
    late: tuple[Dependency, ...]
    volatile: tuple[Dependency, ...] | None
    parts: tuple[QueryKey, ...]
    height: int


class CycleDuringVerification(BaseException):
    """What is being verified is needed half done, as only working it out again makes it; caught where it is verified."""

    def __init__(self, cell: QueryKey) -> None:
        self.cell = cell


class NeedsFullVerification(BaseException):
    """What has not been looked at because it is untouched may matter after all: the run is to be made with a look at all."""


class QueryFrame:
    """What one answer reads while it is worked out. `unfinished` are answers around it that it has seen half done.

    `held` are answers inside it which did so too: they count as a part of it, as do all of `parts`.
    """

    __slots__ = ("deepest", "events", "held", "late", "logs", "parts", "room", "unfinished")

    def __init__(self, *, logs: bool, room: int = 0) -> None:
        self.logs = logs
        self.room = room
        self.deepest = 0
        self.events: dict[QueryKey, Any] = {}
        self.late: list[Dependency] = []
        self.unfinished: set[QueryKey] = set()
        self.held: list[QueryKey] = []
        self.parts: list[QueryKey] = []


def absorb(frame: QueryFrame, inner: QueryFrame) -> None:
    """Count what the inner frame has read and done as the outer one's."""
    for cell, value in inner.events.items():
        frame.events.setdefault(cell, value)
    frame.deepest = max(frame.deepest, frame.room - inner.room + inner.deepest)
    frame.late += inner.late
    frame.held += inner.held
    frame.parts += inner.parts
    frame.unfinished |= inner.unfinished
