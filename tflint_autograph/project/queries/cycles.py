"""Answers worked out when somebody asks, which may ask for each other in circles. Knows no question.

An answer that is asked for while it is being worked out is half known. Whoever sees it so is on a circle with it, and
says something else when the circle is begun elsewhere. So a circle is always begun at the same place, the first of its
cells in their order: what is said does not depend on which of them somebody asked for first.
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

MODULE_FLOW, FLOW, OUTCOME, ORDER, BASES, DESCENDANTS, DEFINITION, STORED, GLOBAL = range(9)
"""The kinds of answers that can be on circles, first those at which circles begin: flows know something from the start."""

QueryKey = tuple[int, Any]
"""A kind of answers, and the key of one of them; the keys of one kind have an order."""


class Member(NamedTuple):
    """An answer on a circle: the table it is in, and how to ask for it."""

    cell: QueryKey
    table: MutableMapping[Any, Any]
    ask: Callable[[], object]


class CycleGuard:
    """Tells what is half known, and keeps what is on a circle once all of the circle is known.

    Each open frame is an answer that is being worked out. It knows the lowest frame that was looked at half done from
    it: with all between them it is on one circle. Answers on circles that are still open wait in their tables.

    With `keeps` turned off somebody else keeps the answers that are `kept`, with all that each has looked at; `told` is
    told of the answers on circles that are let go of.
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
        """What `work` gives, put into the table where nobody around it was seen half done; it is on no circle itself."""
        self.begin()
        try:
            answer = work()
        finally:
            around = self.end()
        if not around and self.keeps:
            table[key] = answer
        return answer

    def working(self, member: Member, start: object, passes: Callable[[], bool] | None = None) -> Working:
        """Around working an answer out and putting it into its table, where `start` is meanwhile.

        An answer on a circle that `passes` does not stay there. One on a circle that begins elsewhere may be gone behind
        it: whoever works it out does so until it is there.
        """
        return Working(self, member, start, passes)

    def is_half(self, cell: QueryKey) -> bool:
        """Whether an answer is being worked out further up; whoever looks at it is on a circle with it then."""
        index = self._half.get(cell)
        if index is None:
            return False
        # Of those that wait: the innermost frame that was open already when they came.
        self._see(index if index >= 0 else bisect_right(self._begun, ~index) - 1)
        return index >= 0

    def is_open(self, cell: QueryKey) -> bool:
        """Whether it is being worked out, for one who says the same in any case."""
        return self._half.get(cell, -1) >= 0

    def _see(self, index: int) -> None:
        self._lowest[-1] = min(self._lowest[-1], index)

    def begin(self, cell: QueryKey | None = None) -> int:
        """Open a frame; how many answers wait already."""
        if cell is not None:
            self._half[cell] = len(self._lowest)
        self._lowest.append(len(self._lowest))
        self._begun.append(len(self._waiting))
        return self._begun[-1]

    def end(self, cell: QueryKey | None = None) -> bool:
        """Close it; whether one around it was seen half done."""
        if cell is not None:
            self._half.pop(cell, None)
        lowest = self._lowest.pop()
        self._begun.pop()
        if lowest == len(self._lowest):
            return False
        self._see(lowest)
        return True

    def wait(self, member: Member) -> None:
        """Keep an answer until the circle is known that it is on."""
        self._half[member.cell] = ~len(self._waiting)
        self._waiting.append(member)

    def settle(self, head: Member, first: int) -> None:
        """Let the answers that came since `first` are; those of a circle that was begun elsewhere begin where it always does."""
        if len(self._waiting) > first:
            others = self._settled(first)
            beginning = min(others, key=_cell, default=head)
            if _cell(beginning) < _cell(head):
                self._let_go([head, *others])
                beginning.ask()

    def fail(self, head: Member, first: int, error: BaseException) -> None:
        """Let nothing wait that came since `first`. What is to be verified again is asked for again in a moment."""
        others = self._settled(first)
        if isinstance(error, CycleDuringVerification):
            self._let_go([head, *others])

    def _settled(self, first: int) -> list[Member]:
        """The answers that wait no longer."""
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
    """One answer being worked out, `passed` once it is known not to stay in its table. A frame of Python less than a call."""

    __slots__ = ("_first", "_halfway", "_member", "_passes", "_start", "passed")

    def __init__(self, halfway: CycleGuard, member: Member, start: object, passes: Callable[[], bool] | None) -> None:
        self._halfway, self._member, self._start, self._passes = halfway, member, start, passes
        self.passed = False

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
    """Nobody wants to know."""
