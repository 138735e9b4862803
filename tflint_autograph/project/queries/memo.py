"""Records of cached results with everything they depend on."""

from __future__ import annotations

from typing import Any, NamedTuple

QueryKey = tuple[str, Any]
"""The identity of an input or result: a kind of query, and its key."""

Dependency = tuple[QueryKey, Any]
"""A query with the value that was read; or a kind and a number, with the side effect."""

ONLY_QUERIED = object()
"""In place of the value of a result that has to be queried in its turn, whatever it is."""


class Memo(NamedTuple):
    """A cached result. `given` are its inputs, `dependencies` its reads and side effects in order, `late` the effects after it.

    `volatile`: the transitive dependencies that must be verified again even if no input file changed; None if it depends on something
    that changes during a run. `parts` are the results contained in this one, and `height` is the depth of eager calls in it.
    """

    value: Any
    given: tuple[Any, ...]
    dependencies: tuple[Dependency, ...]
    late: tuple[Dependency, ...]
    volatile: tuple[Dependency, ...] | None
    parts: tuple[QueryKey, ...]
    height: int


class CycleDuringVerification(BaseException):
    """Raised when the result being verified is needed as a partial result, so that it must be recomputed. Caught by the verification."""

    def __init__(self, query: QueryKey) -> None:
        self.query = query


class NeedsFullVerification(BaseException):
    """Raised when a result that was skipped as unaffected may matter after all: the run is repeated with full verification."""


class QueryFrame:
    """The reads of one query while it is computed. `unfinished` are the enclosing queries whose partial result it used.

    `held` are the nested queries that did so too: like all of `parts` they are contained in this one.
    """

    __slots__ = ("deepest", "dependencies", "held", "late", "parts", "records", "room", "unfinished")

    def __init__(self, *, records: bool, room: int = 0) -> None:
        self.records = records
        self.room = room
        self.deepest = 0
        self.dependencies: dict[QueryKey, Any] = {}
        self.late: list[Dependency] = []
        self.unfinished: set[QueryKey] = set()
        self.held: list[QueryKey] = []
        self.parts: list[QueryKey] = []


def absorb(frame: QueryFrame, inner: QueryFrame) -> None:
    """Adds the reads and side effects of the inner frame to the outer one."""
    for query, value in inner.dependencies.items():
        frame.dependencies.setdefault(query, value)
    frame.deepest = max(frame.deepest, frame.room - inner.room + inner.deepest)
    frame.late += inner.late
    frame.held += inner.held
    frame.parts += inner.parts
    frame.unfinished |= inner.unfinished
