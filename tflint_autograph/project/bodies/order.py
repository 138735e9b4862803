"""Control flow of a body: the enclosing blocks of a statement, and which statements always run after it. Does not evaluate values."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Body, Statement
from tflint_autograph.project.bodies.walks import catches, is_jump, spelled, walk
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.project.queries.memoize import FEW, memoised_by_body


class EnclosingBlock(NamedTuple):
    """A block and the compound statement it belongs to, or None for the function body."""

    statement: Statement | None
    block: tuple[Statement, ...]


class Order:
    """For each statement of a body: its block, the statement that runs next, and where a call or loop may be left."""

    def __init__(self, statements: tuple[Statement, ...]) -> None:
        self._next: dict[int, Statement | None] = {}
        self._holders: dict[int, EnclosingBlock] = {}
        self._add(statements)
        self.last: dict[int, int] = {}
        """By ordinal of a statement: the ordinal of the last statement nested in it, or its own."""
        for ordinal in sorted(self._holders, reverse=True):
            self.last[ordinal] = self.last.get(ordinal, ordinal)
            holder = self._holders[ordinal]
            if holder.statement is not None:
                around = holder.statement.ordinal
                self.last[around] = max(self.last.get(around, around), self.last[ordinal])
        self._end = len(self._next)
        self.statements = {each.ordinal: each for each in walk(statements)}
        """The statements by their ordinals."""
        self._leaving = [each.ordinal for each in self.statements.values() if isinstance(each, ir.Return) or is_jump(each)]

    def followed_by(self, ordinal: int, wanted: Callable[[Statement], bool], known: dict[int, bool]) -> bool:
        """Whether a wanted statement always runs after the statement `ordinal`. `known` caches the results of other statements."""
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

    def holders(self, ordinal: int) -> Iterator[EnclosingBlock]:
        """Yields the blocks around a statement, innermost first; the last one is the body."""
        holder = self._holders.get(ordinal)
        while holder is not None:
            yield holder
            holder = self._holders.get(holder.statement.ordinal) if holder.statement is not None else None

    def loops(self, ordinal: int) -> Iterator[ir.For | ir.While]:
        """Yields the loops that run a statement in each iteration, innermost first."""
        for holder in self.holders(ordinal):
            if isinstance(holder.statement, (ir.For, ir.While)) and holder.block is holder.statement.body:
                yield holder.statement

    def repeats(self, ordinal: int) -> bool:
        """Whether one run of the body may run what a statement evaluates repeatedly: it is in a loop, or the condition of one."""
        return isinstance(self.statements.get(ordinal), ir.While) or any(self.loops(ordinal))

    def _add(self, statements: tuple[Statement, ...]) -> None:
        waiting: list[tuple[EnclosingBlock, Statement | None]] = [(EnclosingBlock(None, statements), None)]
        while waiting:
            holder, behind = waiting.pop()
            for statement, following in zip(holder.block, (*holder.block[1:], behind), strict=True):
                self._holders[statement.ordinal] = holder
                waiting += [(EnclosingBlock(statement, inner), following) for inner in blocks(statement) if inner]
                # A path past the head of a `with` always enters it, and so does one of a `try` that catches nothing.
                self._next[statement.ordinal] = statement.body[0] if isinstance(statement, (ir.With, ir.Try)) and not catches(statement) else following


@memoised_by_body(FEW)
def order(body: Body) -> Order:
    """Returns the order of the statements of a body."""
    return Order(body.statements)


def call_at(body: Body, ordinal: int, at: At) -> ir.Call | None:
    """Returns the call at a position in the statement `ordinal`, or None if there is none."""
    statement = order(body).statements.get(ordinal)
    found = (each for each in spelled(statement) if isinstance(each, ir.Call) and each.at == at) if statement is not None else iter(())
    return next(found, None)
