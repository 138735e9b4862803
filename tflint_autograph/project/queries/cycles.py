"""Memoised queries that may depend on each other cyclically.

A query made while it is being computed gets a partial result. Its reader is then on a cycle with it, and its result depends on where the
cycle was entered. So a cycle is always computed from the same entry, the first of its queries in their fixed order, and the results do not
depend on which query came first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tflint_autograph.project.queries.memo import CycleDuringVerification

if TYPE_CHECKING:
    from typing_extensions import Self

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")

MODULE_FLOW, FLOW, ORDER, BASES, DESCENDANTS, DEFINITION, STORED, GLOBAL, IN_NAME, IN_ATTRIBUTE, GIVEN = range(11)
"""The kinds of queries that can be on cycles, in the order in which they become the entry: body results start with something known."""

CyclicQuery = tuple[int, Any]
"""A kind of query, and its key. The keys of one kind are ordered."""


MOST_RESTARTS = 3
"""Maximum number of times that the passes over a cycle are counted from nothing, within the computation around it."""


class Member(NamedTuple):
    """A result on a cycle: the table it is stored in, and how to compute it."""

    query: CyclicQuery
    table: MutableMapping[Any, Any]
    compute: Callable[[], object]


class CycleGuard:
    """Detects partial results, and keeps the results of a cycle once the whole cycle is known.

    Each open frame is a query being computed. It knows the lowest frame whose partial result was read from within it: all frames between
    are on one cycle. Results on open cycles wait in their tables.

    With `keeps` off, someone else stores the results that are `kept`, with everything they read; `on_discard` is notified of the discarded
    results of cycles.

    A query needs another pass if its result is not the one that it read of itself. Then the whole cycle is computed again, each query from
    what its last pass came to (`reached`). If each query repeated by itself, and from nothing, cycles inside one another would be computed
    again in all passes over those around them, which is exponential in their number.
    """

    __slots__ = ("_begun", "_lowest", "_partial", "_restarts", "_unstable", "_waiting", "keeps", "on_discard", "reached")

    def __init__(self) -> None:
        self.keeps = True
        self.on_discard: Callable[[Sequence[Member]], None] = _ignore
        self._partial: dict[CyclicQuery, int] = {}
        self._lowest: list[int] = []
        self._begun: list[int] = []
        self._waiting: list[Member] = []
        self._unstable: list[int] = []
        self._restarts: Counter[CyclicQuery] = Counter()
        self.reached: dict[CyclicQuery, Any] = {}

    def kept(self, table: dict[Key, Result], key: Key, work: Callable[[], Result]) -> Result:
        """Returns the result of `work`, stored in the table unless it used a partial result. The query is on no cycle itself."""
        self.begin()
        try:
            result = work()
        finally:
            around = self.end()
        if not around and self.keeps:
            table[key] = result
        return result

    def computing(self, member: Member, start: object, drops: Callable[[], bool] | None = None) -> Computation:
        """Returns a context in which a query is computed and stored in its table, where `start` is stored meanwhile.

        A result on a cycle for which `drops` is true is not kept. A result on a cycle with another entry may be discarded afterwards: the
        caller computes it again until it is kept.
        """
        return Computation(self, member, start, drops)

    def read(self, query: CyclicQuery) -> bool:
        """Records that the result of a query is read. Returns whether it is partial: the query is being computed further up the stack.

        Its reader is then on a cycle with it.
        """
        index = self._partial.get(query)
        if index is None:
            return False
        # Of those that wait: the innermost frame that was open already when they came.
        self._see(index if index >= 0 else bisect_right(self._begun, ~index) - 1)
        return index >= 0

    def is_open(self, query: CyclicQuery) -> bool:
        """Whether the query is being computed, for a reader whose result does not depend on that."""
        return self._partial.get(query, -1) >= 0

    def is_unsettled(self, query: CyclicQuery) -> bool:
        """Whether a result is still being computed, or waits for the rest of its cycle, for a caller that then does not read it."""
        return query in self._partial

    def _see(self, index: int) -> None:
        self._lowest[-1] = min(self._lowest[-1], index)

    def begin(self, query: CyclicQuery | None = None) -> int:
        """Opens a frame. Returns how many results are waiting."""
        if query is not None:
            self._partial[query] = len(self._lowest)
        self._lowest.append(len(self._lowest))
        self._begun.append(len(self._waiting))
        return self._begun[-1]

    def end(self, query: CyclicQuery | None = None) -> bool:
        """Closes a frame. Returns whether it used the partial result of a frame around it."""
        if query is not None:
            self._partial.pop(query, None)
        lowest = self._lowest.pop()
        self._begun.pop()
        if lowest == len(self._lowest):
            return False
        self._see(lowest)
        return True

    def wait(self, member: Member, *, repeats: bool) -> None:
        """Keeps a result until its cycle is known. The cycle is computed once more if the result `repeats`."""
        if repeats:
            self._unstable.append(len(self._waiting))
        self._partial[member.query] = ~len(self._waiting)
        self._waiting.append(member)

    def settle(self, head: Member, first: int) -> None:
        """Keeps the results that came since `first`. Those of a cycle with another entry are computed again from there.

        The contents of containers are found again when they are asked for next, now that the whole cycle is known.
        """
        repeats = bool(self._unstable) and self._unstable[-1] >= first
        others = self._settled(first) if len(self._waiting) > first else []
        beginning = min(others, key=_query, default=head)
        is_entry = _query(beginning) >= _query(head)
        if repeats and is_entry:
            self._discard([head, *others])
            return
        if is_entry or self._may_restart(head):
            for query, *_ in (head, *others) if self.reached else ():
                self.reached.pop(query, None)
        if not is_entry:
            self._discard([head, *others])
            beginning.compute()
        elif others:
            # Calls that add to a container may stand behind the place where its contents were asked for.
            self._discard([member for member in others if member.query[0] in (IN_NAME, IN_ATTRIBUTE)])

    def _may_restart(self, head: Member) -> bool:
        """Whether a cycle with another entry begins there from nothing, which it may do a few times within a computation.

        Its entry may be on the cycle around it only then. That one is computed again until no query needs another pass, so the passes have to
        be counted on in the end.
        """
        if not self._lowest:
            self._restarts.clear()
        self._restarts[head.query] += 1
        return self._restarts[head.query] <= MOST_RESTARTS

    def discard(self, head: Member, first: int) -> None:
        """Discards a result, and those that came since `first`."""
        self._discard([head, *self._settled(first)])

    def fail(self, head: Member, first: int, error: BaseException) -> None:
        """Discards the results that came since `first`. Queries to verify again are repeated soon."""
        if isinstance(error, CycleDuringVerification):
            self.discard(head, first)
        else:
            self._settled(first)

    def _settled(self, first: int) -> list[Member]:
        """Returns the results that wait no longer."""
        members = self._waiting[first:]
        del self._waiting[first:]
        while self._unstable and self._unstable[-1] >= first:
            self._unstable.pop()
        for query, *_ in members:
            self._partial.pop(query, None)
        return [member for member in members if member.query[1] in member.table]

    def _discard(self, members: Sequence[Member]) -> None:
        for (_, key), table, _ in members:
            table.pop(key, None)
        self.on_discard(members)


class Computation:
    """A query being computed.

    `is_dropped` is set once its result is known not to be kept. With `repeats` set, its whole cycle is discarded when it ends, and computed
    again. Saves a Python stack frame compared to a function.
    """

    __slots__ = ("_drops", "_first", "_guard", "_member", "_start", "is_dropped", "repeats")

    def __init__(self, guard: CycleGuard, member: Member, start: object, drops: Callable[[], bool] | None) -> None:
        self._guard, self._member, self._start, self._drops = guard, member, start, drops
        self.is_dropped = self.repeats = False

    def __enter__(self) -> Self:
        query, table, _ = self._member
        self._first = self._guard.begin(query)
        table[query[1]] = self._start
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        guard, (query, table, _) = self._guard, self._member
        around = guard.end(query)
        if error is not None:
            guard.fail(self._member, self._first, error)
        elif not around:
            (guard.discard if self.repeats else guard.settle)(self._member, self._first)
        elif self._drops is not None and self._drops():
            del table[query[1]]
            self.is_dropped = True
        else:
            guard.wait(self._member, repeats=self.repeats)


def _query(member: Member) -> CyclicQuery:
    return member.query


def _ignore(members: Sequence[Member]) -> None:
    """Ignores the notification."""
