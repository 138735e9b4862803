"""What is around a statement of a body, and what comes for sure behind it, whatever happens in between. Values nothing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Statement
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.project.queries.memoize import memoized_recent_bodies


class Holder(NamedTuple):
    """A block with the compound statement it is a part of, None for that of the function."""

    statement: Statement | None
    block: tuple[Statement, ...]


class Order:
    """Of each statement of a body the block it is in, the next one that whoever gets past it comes to, and where a call or a
    loop may be left."""

    def __init__(self, statements: tuple[Statement, ...]) -> None:
        self._next: dict[int, Statement | None] = {}
        self._holders: dict[int, Holder] = {}
        self._add(statements)
        self.last: dict[int, int] = {}
        """By the ordinal of a statement, that of the last statement inside it, its own when there is none."""
        for ordinal in sorted(self._holders, reverse=True):
            self.last[ordinal] = self.last.get(ordinal, ordinal)
            holder = self._holders[ordinal]
            if holder.statement is not None:
                around = holder.statement.ordinal
                self.last[around] = max(self.last.get(around, around), self.last[ordinal])
        self._end = len(self._next)
        self._leaving = [each.ordinal for each in walk(statements) if isinstance(each, ir.Return) or _jumps(each)]

    def followed_by(self, ordinal: int, wanted: Callable[[Statement], bool], known: dict[int, bool]) -> bool:
        """Whether whoever gets past the statement `ordinal` comes to one that is wanted; `known` is what was found of others."""
        path = []
        while ordinal not in known:
            path.append(ordinal)
            following = self._next[ordinal]
            place = bisect_right(self._leaving, ordinal)
            leaving = self._leaving[place] if place < len(self._leaving) else self._end
            if following is None or leaving < following.ordinal:
                known[ordinal] = False
            elif wanted(following) or leaving == following.ordinal:
                known[ordinal] = wanted(following)
            else:
                ordinal = following.ordinal
        known.update(dict.fromkeys(path, known[ordinal]))
        return known[ordinal]

    def holders(self, ordinal: int) -> Iterator[Holder]:
        """The blocks around a statement, the innermost first; the last is the body."""
        holder = self._holders.get(ordinal)
        while holder is not None:
            yield holder
            holder = self._holders.get(holder.statement.ordinal) if holder.statement is not None else None

    def _add(self, statements: tuple[Statement, ...]) -> None:
        waiting: list[tuple[Holder, Statement | None]] = [(Holder(None, statements), None)]
        while waiting:
            holder, behind = waiting.pop()
            for statement, following in zip(holder.block, (*holder.block[1:], behind), strict=True):
                self._holders[statement.ordinal] = holder
                waiting += [(Holder(statement, inner), following) for inner in blocks(statement) if inner]
                # Whoever gets past the head of a `with` comes into it.
                self._next[statement.ordinal] = statement.body[0] if isinstance(statement, ir.With) else following


@memoized_recent_bodies
def order(body: Body) -> Order:
    """The order of the statements of a body."""
    return Order(body.statements)


def _jumps(statement: Statement) -> bool:
    return isinstance(statement, ir.Jump) and statement.word != "pass"
