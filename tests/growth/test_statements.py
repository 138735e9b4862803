"""What follows from the statements of a body is the same as found by looking at all of them again and again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.growth.programs import drawn
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.project.bodies.liveness import NO_NAMES, Jumps, Liveness, Names, bound
from tflint_autograph.project.bodies.order import EnclosingBlock, Order
from tflint_autograph.project.bodies.walks import last_ordinal, walk
from tflint_autograph.project.index.blocks import blocks

SEEDS = range(150)
PARAMETERS = frozenset("ab")


class Iterated(Liveness):
    """Looks at each loop until what is read at its head grows no more."""

    def _loop(self, loop: ir.For | ir.While, out: Names, jumps: Jumps) -> Names:
        head = self._backward(loop.orelse, out, jumps) | (NO_NAMES if isinstance(loop, ir.For) else self._read(loop))
        for _ in range(4):
            head |= self._backward(loop.body, head, Jumps(out, head)) - bound(loop)
        self.head[loop.ordinal] = self._backward(loop.body, head, Jumps(out, head)) - bound(loop)
        return head | self._read(loop)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_names_that_are_read(seed: int) -> None:
    statements = drawn(seed).statements
    one, other = (kind(statements, PARAMETERS, lambda name: frozenset(name[-1])) for kind in (Liveness, Iterated))
    for found in ("into", "after", "head", "before"):
        assert getattr(one, found) == getattr(other, found)


def certain(statements: tuple[Statement, ...], ordinal: int) -> Iterator[Statement]:
    """The statements that lie on every way past one."""
    for statement in statements:
        yield statement
        for block in blocks(statement):
            enters = isinstance(statement, ir.With) or (isinstance(statement, ir.Try) and not statement.handlers and block is statement.body)
            if block and (enters or block[0].ordinal <= ordinal <= last_ordinal(block[-1])):
                yield from certain(block, ordinal)


def leaves(statement: Statement) -> bool:
    return isinstance(statement, ir.Return) or (isinstance(statement, ir.Jump) and statement.word != "pass")


def is_followed(statements: tuple[Statement, ...], ordinal: int) -> bool:
    """Whether whoever gets past a statement comes to a `raise`."""
    raising = (each.ordinal for each in certain(statements, ordinal) if each.ordinal > ordinal and isinstance(each, ir.Raise))
    first = next(raising, None)
    return first is not None and not any(ordinal < each.ordinal < first for each in walk(statements) if leaves(each))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_comes_for_sure(seed: int) -> None:
    statements = drawn(seed).statements
    order, known = Order(statements), dict[int, bool]()
    for statement in walk(statements):
        found = order.followed_by(statement.ordinal, lambda each: isinstance(each, ir.Raise), known)
        assert found is is_followed(statements, statement.ordinal), statement.ordinal
        assert order.last[statement.ordinal] == last_ordinal(statement)


def located(
    statements: tuple[Statement, ...], around: tuple[EnclosingBlock, ...] = ()
) -> Iterator[tuple[Statement, tuple[EnclosingBlock, ...]]]:
    """Each statement with the blocks around it, innermost first."""
    for statement in statements:
        yield statement, (EnclosingBlock(around[0].statement if around else None, statements), *around[1:])
        for block in blocks(statement):
            yield from located(block, (EnclosingBlock(statement, block), *(around or (EnclosingBlock(None, statements),))))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_stands_around(seed: int) -> None:
    statements = drawn(seed).statements
    order = Order(statements)
    for statement, around in located(statements):
        assert tuple(order.holders(statement.ordinal)) == around
        in_body = [each.statement for each in around if each.statement is not None and each.block is getattr(each.statement, "body", None)]
        assert list(order.loops(statement.ordinal)) == [each for each in in_body if isinstance(each, (ir.For, ir.While))]
        assert order.repeats(statement.ordinal) == (isinstance(statement, ir.While) or any(order.loops(statement.ordinal)))
