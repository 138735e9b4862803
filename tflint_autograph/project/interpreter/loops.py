"""Interprets loop bodies repeatedly until the state at their heads reaches a fixpoint.

An inner loop is reached once in each pass over the outer one. It continues from the state where it settled before, and its body runs again
only if the state at its head has changed. So nested loops multiply the passes only once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.constants import truth_of
from tflint_autograph.model.values import UNKNOWN, Value
from tflint_autograph.project.bodies.liveness import stored
from tflint_autograph.project.bodies.walks import leaves
from tflint_autograph.project.interpreter import implicit
from tflint_autograph.project.values.body_result import Env, merge
from tflint_autograph.project.values.elements import element_for

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.statements import BodyInterpreter

PASSES = 3
"""Number of passes over a loop body for one entry: kinds settle in two passes, containers of containers in three.

A name that still changes afterwards becomes unknown, and after as many passes again, all names that the body binds.
"""

MOST_PASSES = 24
"""Maximum number of passes over a loop body, including those caused by outer loops. The state is then taken as settled."""


@dataclass(slots=True)
class Head:
    """The state at the head of a loop: the names, and the value that is iterated. `passes` counts the passes over the body."""

    env: Env | None = None
    iterable: Value | None = None
    passes: int = 0


def run_for(run: BodyInterpreter, node: ir.For) -> None:
    """Interprets a `for`. The iterable is evaluated once each time the loop is reached."""
    iterable = run.evaluate(node.iterable)
    run.flow.conditions[node.ordinal] = iterable
    given = implicit.iterated(run, iterable, node.at)
    _loop(run, node, given, lambda: run.bind(node.target, element_for(node.target, given, run.body), node.at))


def run_while(run: BodyInterpreter, node: ir.While) -> None:
    """Interprets a `while`. The condition is evaluated at the head in each pass."""

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
    """Interprets a loop from the state at its head. `start` binds the target or evaluates the condition."""
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
    """Runs the body until a pass adds nothing to the state at the head."""
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
    """Runs one more pass and returns the state at the head: the earlier one joined with the ends of the body and its `continue`s."""
    run.env = head
    run.index = node.ordinal
    start()
    run.breaks.append([])
    run.block(node.body)
    wider = head
    for env in (run.env, *run.breaks.pop()):
        wider = merge(wider, env)
    return wider
