"""What follows from the statements of a body is the same as found by looking at all of them again and again."""

from __future__ import annotations

import pytest

from tests.growth.programs import drawn
from tflint_autograph.model import body as ir
from tflint_autograph.project.bodies.liveness import NO_NAMES, Jumps, Liveness, Names, bound

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
