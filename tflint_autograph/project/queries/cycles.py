"""Memoised queries that may depend on each other cyclically.

A query made while it is being computed gets a partial result. Its reader is then on a cycle with it, and its result depends on where the
cycle was entered. So a cycle is always computed from the same entry, the first of its queries in their fixed order, and the results do not
depend on which query came first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tflint_autograph.project.queries.memo import CycleDuringVerification

if TYPE_CHECKING:
    from typing_extensions import Self

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")

MODULE_FLOW, FLOW, OUTCOME, ORDER, BASES, DESCENDANTS, DEFINITION, STORED, GLOBAL, IN_NAME, IN_ATTRIBUTE = range(11)
"""The kinds of queries that can be on cycles, in the order in which they become the entry: body results start with something known."""

QueryKey = tuple[int, Any]
"""A kind of query, and its key. The keys of one kind are ordered."""


class Member(NamedTuple):
    """A result on a cycle: the table it is stored in, and how to compute it."""

    cell: QueryKey
    table: MutableMapping[Any, Any]
    ask: Callable[[], object]


class CycleGuard:
    """Detects partial results, and keeps the results of a cycle once the whole cycle is known.

    Each open frame is a query being computed. It knows the lowest frame whose partial result was read from within it: all frames between
    are on one cycle. Results on open cycles wait in their tables.

    With `keeps` off, someone else stores the results that are `kept`, with everything they read; `told` is notified of the discarded
    results of cycles.
    """

    __slots__ = ("_begun", "_half", "_lowest", "_waiting", "keeps", "told")

    def __init__(self) -> None:
        self.keeps = True
        self.told: Callable[[Sequence[Member]], None] = _tell_nobody
        self._half: dict[QueryKey, int] = {}
        self._lowest: list[int] = []
        self._begun: list[int] = []
        self._waiting: list[Member] = []

    def kept(self, table: dict[Key, Answer], key: Key, work: Callable[[], Answer]) -> Answer:
        """Returns the result of `work`, stored in the table unless it used a partial result. The query is on no cycle itself."""
        self.begin()
        try:
            answer = work()
        finally:
            around = self.end()
        if not around and self.keeps:
            table[key] = answer
        return answer

    def working(self, member: Member, start: object, passes: Callable[[], bool] | None = None) -> Working:
        """Returns a context in which a query is computed and stored in its table, where `start` is stored meanwhile.

        A result on a cycle for which `passes` is false is not kept. A result on a cycle with another entry may be discarded afterwards: the
        caller computes it again until it is kept.
        """
        return Working(self, member, start, passes)

    def is_half(self, cell: QueryKey) -> bool:
        """Whether the query is being computed further up the stack. Its reader is then on a cycle with it."""
        index = self._half.get(cell)
        if index is None:
            return False
        # Of those that wait: the innermost frame that was open already when they came.
        self._see(index if index >= 0 else bisect_right(self._begun, ~index) - 1)
        return index >= 0

    def is_open(self, cell: QueryKey) -> bool:
        """Whether the query is being computed, for a reader whose result does not depend on that."""
        return self._half.get(cell, -1) >= 0

    def is_known_by_half(self, cell: QueryKey) -> bool:
        """Whether a result is still being computed, or waits for the rest of its cycle, for a caller that then does not read it."""
        return cell in self._half

    def _see(self, index: int) -> None:
        self._lowest[-1] = min(self._lowest[-1], index)

    def begin(self, cell: QueryKey | None = None) -> int:
        """Opens a frame. Returns how many results are waiting."""
        if cell is not None:
            self._half[cell] = len(self._lowest)
        self._lowest.append(len(self._lowest))
        self._begun.append(len(self._waiting))
        return self._begun[-1]

    def end(self, cell: QueryKey | None = None) -> bool:
        """Closes a frame. Returns whether it used the partial result of a frame around it."""
        if cell is not None:
            self._half.pop(cell, None)
        lowest = self._lowest.pop()
        self._begun.pop()
        if lowest == len(self._lowest):
            return False
        self._see(lowest)
        return True

    def wait(self, member: Member) -> None:
        """Keeps a result until its cycle is known."""
        self._half[member.cell] = ~len(self._waiting)
        self._waiting.append(member)

    def settle(self, head: Member, first: int) -> None:
        """Keeps the results that came since `first`. Those of a cycle with another entry are computed again from there."""
        if len(self._waiting) > first:
            others = self._settled(first)
            beginning = min(others, key=_cell, default=head)
            if _cell(beginning) < _cell(head):
                self._let_go([head, *others])
                beginning.ask()

    def discard(self, head: Member, first: int) -> None:
        """Discards a result, and those that came since `first`."""
        self._let_go([head, *self._settled(first)])

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
        for cell, *_ in members:
            self._half.pop(cell, None)
        return [member for member in members if member.cell[1] in member.table]

    def _let_go(self, members: Sequence[Member]) -> None:
        for (_, key), table, _ in members:
            table.pop(key, None)
        self.told(members)


class Working:
    """A query being computed.

    `passed` is set once its result is known not to be kept. With `repeats` set, it is discarded with the rest of its cycle, to be computed
    from a better start. Saves a Python stack frame compared to a function.
    """

    __slots__ = ("_first", "_halfway", "_member", "_passes", "_start", "passed", "repeats")

    def __init__(self, halfway: CycleGuard, member: Member, start: object, passes: Callable[[], bool] | None) -> None:
        self._halfway, self._member, self._start, self._passes = halfway, member, start, passes
        self.passed = self.repeats = False

    def __enter__(self) -> Self:
        cell, table, _ = self._member
        self._first = self._halfway.begin(cell)
        table[cell[1]] = self._start
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        halfway, (cell, table, _) = self._halfway, self._member
        around = halfway.end(cell)
        if error is not None:
            halfway.fail(self._member, self._first, error)
        elif self.repeats:
            halfway.discard(self._member, self._first)
        elif not around:
            halfway.settle(self._member, self._first)
        elif self._passes is not None and self._passes():
            del table[cell[1]]
            self.passed = True
        else:
            halfway.wait(self._member)


def _cell(member: Member) -> QueryKey:
    return member.cell


def _tell_nobody(members: Sequence[Member]) -> None:
    """Ignores the notification."""
