"""Interprets loop bodies repeatedly until the state at their heads reaches a fixpoint.

An inner loop is reached once in each pass over the outer one. It continues from the state where it settled before, and its body runs again
only if the state at its head has changed. So nested loops multiply the passes only once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.constants import range_length, truth_of
from tflint_autograph.model.dtypes import of_tensor
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import NOTHING, UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.bodies.liveness import stored
from tflint_autograph.project.bodies.walks import leaves
from tflint_autograph.project.interpreter import implicit
from tflint_autograph.project.values.body_result import Env, merge
from tflint_autograph.project.values.dtypes import of_value
from tflint_autograph.project.values.elements import element_for, is_fixed

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
    """The state at the head of a loop: the names, and the value that is iterated. `passes` counts the passes over the body, `entry` is
    the state before the loop, `end` that at the end of the last pass. A loop that `is_run` has an iteration.
    """

    env: Env | None = None
    iterable: Value | None = None
    passes: int = 0
    entry: Env | None = None
    end: Env | None = None
    is_run: bool = False


def run_for(run: BodyInterpreter, node: ir.For) -> None:
    """Interprets a `for`. The iterable is evaluated once each time the loop is reached."""
    iterable = run.evaluate(node.iterable)
    run.flow.conditions[node.ordinal] = iterable
    given = implicit.iterated(run, iterable, node.at)
    head = run.heads.setdefault(node.ordinal, Head())
    head.is_run = run.traced and _is_run(run, node, given)
    _loop(run, node, given, lambda: run.bind(node.target, element_for(node.target, given, run.body), node.at))


def _is_run(run: BodyInterpreter, node: ir.For, iterable: Value) -> bool:
    """Whether the loop surely has an iteration: over a literal that is not empty, its items or pairs, or a `range` of constants."""
    if _is_filled(iterable):
        return True
    site = run.flow.calls.get(node.iterable.at) if isinstance(node.iterable, ir.Call) else None
    if site is None:
        return False
    if site.func.name == "builtins.range":
        return bool(range_length([value.const for _, value in site.args]))
    if site.func.name in _PAIRS:
        return bool(site.args) and all(keyword is None and _is_filled(value) for keyword, value in site.args)
    return site.method in _VIEWS and site.receiver is not None and not site.args and _is_filled(site.receiver)


def _is_filled(value: Value) -> bool:
    """Whether it is a container of this call that is not empty."""
    return bool(value.items or value.items_by_key) and value.kind is Kind.CONTAINER and is_fixed(value)


_PAIRS = frozenset({"builtins.enumerate", "builtins.zip"})
_VIEWS = frozenset({"items", "keys", "values"})


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
    head.entry = _joined(run, head.entry, run.env)
    before, entry = head.env, _at_head(run, node, head.env, run.env, Confidence.MEDIUM)
    if before is not None and entry == before and iterable == head.iterable:
        # Reached again with nothing new: the condition is valued once more, as the last pass has left it.
        run.env = before
        start()
    else:
        head.env, head.iterable = entry, iterable
        _settle(run, node, head, start)
    decides = run.flow.conditions.get(node.ordinal, UNKNOWN)
    if _is_of_graph(run, decides):
        run.env = by_graph(_at_exit(run, node, head, Confidence.HIGH) or {}, stored(node.body), decides)
    else:
        run.env = _at_exit(run, node, head, Confidence.MEDIUM)
    run.block(node.orelse)


def _joined(run: BodyInterpreter, one: Env | None, other: Env | None, sure: Confidence = Confidence.MEDIUM) -> Env | None:
    """Joins two states, of which one may be from before a loop, which mostly has iterations."""
    return either(one, other, sure) if run.traced else merge(one, other)


def _at_head(run: BodyInterpreter, node: ir.For | ir.While, one: Env | None, other: Env | None, sure: Confidence) -> Env | None:
    """Joins two states at the head of a loop. A condition that starts as a number stays one: it is not the graph that runs the loop."""
    return _joined(run, one, other, sure) if isinstance(node, ir.For) or sure is Confidence.HIGH else merge(one, other)


def _at_exit(run: BodyInterpreter, node: ir.For | ir.While, head: Head, sure: Confidence) -> Env | None:
    """Returns the state after a loop: that at its head, or at the end of an iteration if it surely has one."""
    if head.end is None or not run.traced:
        return head.env
    if head.is_run:
        return head.end
    return head.env if isinstance(node, ir.For) else _joined(run, head.entry, head.end, sure)


def _is_of_graph(run: BodyInterpreter, decides: Value) -> bool:
    """Whether the graph surely runs the loop, given what it goes over, or its condition. With a number it would make no operations."""
    return run.traced and (decides.kind.graph or decides.kind is Kind.DATASET) and decides.confidence is Confidence.HIGH


def _settle(run: BodyInterpreter, node: ir.For | ir.While, head: Head, start: Callable[[], None]) -> None:
    """Runs the body until a pass adds nothing to the state at the head."""
    for number in range(1, MOST_PASSES + 1 - head.passes):
        head.passes += 1
        before, after = head.env or {}, _pass(run, node, head, start) or {}
        if number >= PASSES:
            changing = stored(node.body) if number >= 2 * PASSES else frozenset[str]()
            after = {name: UNKNOWN if name in changing or before.get(name) != value else value for name, value in after.items()}
        if after == before:
            return
        head.env = after
        if number == PASSES:
            run.flow.unsettled.add(node.ordinal)
    run.flow.unsettled.add(node.ordinal)


def _pass(run: BodyInterpreter, node: ir.For | ir.While, head: Head, start: Callable[[], None]) -> Env | None:
    """Runs one more pass and returns the state at the head: the earlier one joined with the ends of the body and its `continue`s."""
    before = head.env
    run.env = before
    run.index = node.ordinal
    start()
    decides = run.flow.conditions[node.ordinal]
    is_of_graph = _is_of_graph(run, decides)
    if run.env is not None and is_of_graph:
        run.env = by_graph(run.env, stored(node.body), decides)
    run.breaks.append([])
    run.block(node.body)
    head.end = run.env
    for env in run.breaks.pop():
        head.end = _joined(run, head.end, env)
    return _at_head(run, node, before, head.end, Confidence.HIGH if is_of_graph else Confidence.MEDIUM)


_NUMBERS = frozenset({"builtins.int", "builtins.float", "builtins.bool"})


def either(left: Env | None, right: Env | None, sure: Confidence) -> Env | None:
    """Joins the states of two paths in traced code. A number on one of them and a tensor on the other is a tensor, as surely as said."""
    merged = merge(left, right)
    if left is None or right is None or left is right or merged is None:
        return merged
    for name, value in right.items():
        known = left.get(name)
        if known is None or known is value or known.kind is value.kind:
            continue
        tensor, number = (known, value) if known.kind.graph else (value, known)
        if tensor.kind.graph and is_number(number):
            merged[name] = tensor._replace(confidence=min(tensor.confidence, sure), parameter="", const=NOTHING, dtype="")
    return merged


def is_number(value: Value) -> bool:
    """Whether the value is a Python scalar."""
    return value.kind is Kind.PYTHON and (value.type in _NUMBERS or isinstance(value.const, (int, float)))


def by_graph(env: Env, names: Iterable[str], decides: Value) -> Env:
    """Returns the state in which the numbers in these names are tensors, because the graph decides which they are.

    `decides` is the tensor that does: the condition, or what a loop goes over (FACTS topython_python_int_turned_tensor, loops_python_counter_division).
    """
    found = {name: env[name] for name in names if name in env and is_number(env[name])}
    return {**env, **{name: _as_tensor(value, decides) for name, value in found.items()}} if found else env


def _as_tensor(value: Value, decides: Value) -> Value:
    return Value(
        Kind.TENSOR, Origin.FRESH, type="tensor", dtype=of_tensor(of_value(value)), confidence=decides.confidence, provenance=decides.provenance
    )
