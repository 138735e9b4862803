"""An index of the names that the statements of a function bind, and of the extent of its blocks."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.project.bodies.liveness import bound, flat
from tflint_autograph.project.bodies.walks import always_run
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import made_once


class Bindings:
    """Maps the plain names of a function to the statements that bind them, in source order.

    Queries about a block are fast even in hundreds of nested blocks, such as a long `elif` chain.
    """

    def __init__(self, statements: tuple[Statement, ...]) -> None:
        self._binders: defaultdict[str, list[Statement]] = defaultdict(list)
        self._last: dict[int, int] = {}
        self._through: dict[int, bool] = {}
        self._members: defaultdict[object, list[tuple[int, Expr]]] = defaultdict(list)
        self._add(statements)
        self._ordinals = {name: [each.ordinal for each in found] for name, found in self._binders.items()}

    def of(self, name: str, statements: tuple[Statement, ...]) -> list[Statement]:
        """Returns the statements of a block, nested blocks included, that bind the name."""
        if not statements or name not in self._ordinals:
            return []
        start, end = self._range(name, statements)
        return self._binders[name][start:end]

    def first(self, name: str, statements: tuple[Statement, ...]) -> Statement | None:
        """Returns the first statement of a block that binds the name, or None."""
        return self._at(name, statements, last=False)

    def last(self, name: str, statements: tuple[Statement, ...]) -> Statement | None:
        """Returns the last statement of a block that binds the name, or None."""
        return self._at(name, statements, last=True)

    def members(self, target: Expr) -> list[tuple[int, Expr]]:
        """Returns the assigned items or attributes with the same key or name, on any object, each with the ordinal of its statement."""
        return self._members.get(_word(target), [])

    def at_an_end(self, name: str, block: tuple[Statement, ...], statement: Statement | None) -> bool:
        """Whether the statement is the first or the last of a block that binds the name."""
        return self.first(name, block) is statement or self.last(name, block) is statement

    def falls_through(self, statements: tuple[Statement, ...]) -> bool:
        """Whether the end of a block is reachable: not every path ends in `return` or `raise`."""
        return not statements or self._through[statements[0].ordinal]

    def _at(self, name: str, statements: tuple[Statement, ...], *, last: bool) -> Statement | None:
        if not statements or name not in self._ordinals:
            return None
        start, end = self._range(name, statements)
        return self._binders[name][end - 1 if last else start] if start < end else None

    def _range(self, name: str, statements: tuple[Statement, ...]) -> tuple[int, int]:
        ordinals = self._ordinals[name]
        return bisect_left(ordinals, statements[0].ordinal), bisect_right(ordinals, self._last[statements[-1].ordinal])

    def _add(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            for name in bound(statement):
                self._binders[name].append(statement)
            for target in flat(getattr(statement, "targets", ())):
                self._members[_word(target)].append((statement.ordinal, target))
            last = statement.ordinal
            for block in blocks(statement):
                if block:
                    self._add(block)
                    last = max(last, self._last[block[-1].ordinal])
            self._last[statement.ordinal] = last
        if statements:
            self._through[statements[0].ordinal] = self._ends(statements)

    def _ends(self, statements: tuple[Statement, ...]) -> bool:
        for statement in statements:
            if isinstance(statement, (ir.Return, ir.Raise)):
                return False
            if isinstance(statement, ir.If) and not (self.falls_through(statement.body) or self.falls_through(statement.orelse)):
                return False
            if not self.falls_through(always_run(statement)):
                return False
        return True


def _word(target: Expr) -> object:
    """Returns a key that is equal for targets with the same text."""
    if isinstance(target, ir.Attribute):
        return target.attr
    return target.item if isinstance(target, ir.Subscript) and isinstance(target.item, ir.Constant) else type(target)


@made_once
def bindings_of(fn: TracedFunction) -> Bindings:
    """Returns the bindings of a function."""
    return Bindings(fn.body.statements)
