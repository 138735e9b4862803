"""Passes over the bodies of loops until what is known at their heads settles.

A loop inside another one is reached once in each pass over that one. It goes on from where it settled before: its body is
run again only where something is known at its head that was not, so that loops in loops cost passes, not powers of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.values import UNKNOWN, Value, truth_of
from tflint_autograph.project.bodies.liveness import stored
from tflint_autograph.project.bodies.walks import leaves
from tflint_autograph.project.interpreter import implicit
from tflint_autograph.project.values.body_result import Env, merge
from tflint_autograph.project.values.elements import element_for

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.statements import BodyInterpreter

PASSES = 3
"""A loop body is run this often for one entry: kinds settle in two passes, containers of containers in three.

Of a name that still changes after them nothing is known, and after as many again of no name that the body binds.
"""

MOST_PASSES = 24
"""A loop body is run this often at most, however often loops around it are: what its head knows by then is taken for settled."""


@dataclass(slots=True)
class Head:
    """What is known at the head of a loop: the names, and the value that is looped over; `passes` is how often the body was run."""

    env: Env | None = None
    iterable: Value | None = None
    passes: int = 0


def run_for(run: BodyInterpreter, node: ir.For) -> None:
    """A `for`: the iterable is valued once for each time the loop is reached."""
    iterable = run.evaluate(node.iterable)
    run.flow.conditions[node.ordinal] = iterable
    given = implicit.iterated(run, iterable, node.at)
    _loop(run, node, given, lambda: run.bind(node.target, element_for(node.target, given, run.body), node.at))


def run_while(run: BodyInterpreter, node: ir.While) -> None:
    """A `while`: the condition is valued at its head in each pass."""

    def start() -> None:
        run.flow.conditions[node.ordinal] = implicit.asked(run, run.evaluate(node.test))

    start()
    if truth_of(run.flow.conditions[node.ordinal]) is False:
        run.block(node.orelse)
        return
    _loop(run, node, None, start)
    test = run.flow.conditions.get(node.ordinal)
    if test is not None and truth_of(test) is True and not leaves(node.body):
        run.env = None


def _loop(run: BodyInterpreter, node: ir.For | ir.While, iterable: Value | None, start: Callable[[], None]) -> None:
    """Run a loop from what is known at its head; `start` binds the target or values the condition."""
    head = run.heads.setdefault(node.ordinal, Head())
    before, entry = head.env, merge(head.env, run.env)
    if before is not None and entry == before and iterable == head.iterable:
        # Reached again with nothing new: the condition is valued once more, as the last pass has left it.
        run.env = before
        start()
    else:
        head.env, head.iterable = entry, iterable
        _settle(run, node, head, start)
    run.env = head.env
    run.block(node.orelse)


def _settle(run: BodyInterpreter, node: ir.For | ir.While, head: Head, start: Callable[[], None]) -> None:
    """Run the body until a pass adds nothing to what is known at the head."""
    for number in range(1, MOST_PASSES + 1 - head.passes):
        head.passes += 1
        before, after = head.env or {}, _pass(run, node, head.env, start) or {}
        if number >= PASSES:
            changing = stored(node.body) if number >= 2 * PASSES else frozenset[str]()
            after = {name: UNKNOWN if name in changing or before.get(name) != value else value for name, value in after.items()}
        if after == before:
            return
        head.env = after
        if number == PASSES:
            run.flow.unsettled.add(node.ordinal)
    run.flow.unsettled.add(node.ordinal)


def _pass(run: BodyInterpreter, node: ir.For | ir.While, head: Env | None, start: Callable[[], None]) -> Env | None:
    """What is known at the head after one more pass: what was known, or what is where the body, or a `continue` in it, ends."""
    run.env = head
    run.index = node.ordinal
    start()
    run.breaks.append([])
    run.block(node.body)
    wider = head
    for env in (run.env, *run.breaks.pop()):
        wider = merge(wider, env)
    return wider
