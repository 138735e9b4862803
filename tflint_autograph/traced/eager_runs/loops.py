"""Loops of an eager run: which one repeats calls, how often, and whether data or what the code writes out decides that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Sequence as Several
from itertools import takewhile
from operator import is_
from typing import TypeGuard, TypeVar

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.liveness import stored
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.usage_inference import counts
from tflint_autograph.project.bodies.walks import descendants, dotted_path, walk
from tflint_autograph.traced.eager_runs.core import ROUNDS, Called, Core, Made, Step
from tflint_autograph.traced.eager_runs.keys import Part, differing
from tflint_autograph.traced.eager_runs.values import (
    Dataset,
    Frame,
    Opaque,
    Plain,
    Scalar,
    Sequence,
    Value,
    whole,
)

FEW = 3
"""Maximum number of different values that are taken for a choice of modes, whose traces are meant."""

FEW_CALLS = 5
"""Maximum number of calls of one trace for which tracing costs more than it saves."""

Ways = Several[tuple[Step, ...]]
"""The loops and calls that lead to each of several calls."""

_Met = TypeVar("_Met", Called, Made)


class Filled:
    """The lists that the iterations of a loop change: whether each one only adds items behind those that are there. `datasets`: those that
    names have before the loop.
    """

    def __init__(self, names: Mapping[str, Value]) -> None:
        self.datasets = {name: value for name, value in names.items() if isinstance(value, Dataset)}
        self._items: dict[int, list[Value] | None] = {}

    def see(self, changed: Iterable[Value]) -> None:
        """Compares the lists with what they were after the iteration before."""
        for held in {id(each): each for each in changed if isinstance(each, Sequence)}.values():
            before, now = self._items.get(id(held), []), held.items
            is_longer = before is not None and now is not None and len(now) >= len(before) and all(map(is_, before, now))
            self._items[id(held)] = list(now) if is_longer and now is not None else None

    def is_only_filled(self, held: Value) -> TypeGuard[Sequence]:
        """Whether a value is such a list, whose first items stay what they are in further iterations."""
        return isinstance(held, Sequence) and held.kind == "list" and bool(self._items.get(id(held)))


def place_of(expr: ir.Comprehension, clauses: tuple[ir.Clause, ...]) -> At:
    """Returns what stands for the place of a clause in the steps of a run: the code has none."""
    return At(0, id(expr), 0, len(clauses))


def goes_over_data(run: Core, iterable: Expr | None, frame: Frame) -> bool:
    """Whether the arguments of the running function decide how often a loop over this expression iterates.

    A run shows it for one call; another call may pass more. What the module or the function itself writes out is known: a few modes.
    """
    fact = run.analysis.project.function(frame.key)
    if iterable is None or fact is None:
        return False
    given = {each.name for each in fact.parameters}
    names = (part.id for part in descendants(iterable) if isinstance(part, ir.Name))
    return any(name in given or _is_computed(name, frame) for name in names)


def _is_computed(name: str, frame: Frame) -> bool:
    """Whether a name is one of the running function, for something that the function does not write out."""
    around: Frame | None = frame
    while around is not None and around.around is not None and name not in around.names:
        around = around.around
    held = around.names.get(name) if around is not None and around.around is not None else None
    return held is not None and not isinstance(held, Plain) and not (isinstance(held, Sequence) and held.is_written)


def rounds_of(iterated: Value, items: list[Value], *, is_all: bool) -> int | None:
    """Returns how many iterations a loop over a value has, of which these are the first items, or all of them; None if it is not known."""
    return len(items) if is_all else iterated.total if isinstance(iterated, Sequence) else None


def repeating(ways: Ways, number: int = 0) -> tuple[Step | None, Ways]:
    """Returns the loop, or the calls from outside the project, in whose iterations the ways part, and the ways that part there.

    That is the innermost one for the first ways that agree up to it; None if other calls part the ways. The ways agree in `number` steps.
    """
    if len(ways) < 2 or any(number >= len(way) for way in ways):
        return None, ways
    first = ways[0][number]
    if any((way[number].path, way[number].at) != (first.path, first.at) for way in ways):
        return None, ways
    alike = [way for way in ways if way[number] == first]
    if len(alike) == len(ways):
        return repeating(ways, number + 1)
    inner, parted = repeating(alike, number + 1)
    return (inner, parted) if inner is not None and len(parted) > FEW else (first, ways)


def with_counts(body: ir.Body, bound: dict[str, Value]) -> dict[str, Value]:
    """Returns arguments with those of which nothing is known as numbers where the body counts up to them."""
    sizes = {name: whole(value) for name, value in bound.items() if isinstance(value, Opaque) and counts(body, name)}
    return bound | {name: size for name, size in sizes.items() if isinstance(size, Scalar)}


def follows_change(body: ir.Body, ordinal: int) -> bool:
    """Whether a statement runs only where a setting gets another value: `if size != self.size: self.size = size`."""
    for holder in order(body).holders(ordinal):
        test = holder.statement.test if isinstance(holder.statement, ir.If) else None
        is_other = isinstance(test, ir.Operation) and test.operators in (("!=",), ("is not",)) and holder.block is getattr(holder.statement, "body", None)
        compared = {dotted_path(each) for each in test.operands} - {""} if is_other and isinstance(test, ir.Operation) else frozenset[str]()
        for each in holder.block if len(compared) > 1 else ():
            if isinstance(each, ir.Assign) and each.value is not None and compared == {dotted_path(each.value), *map(dotted_path, each.targets)}:
                return True
    return False


def are_few(ways: Ways) -> bool:
    """Whether the calls of one function, all of which these ways lead to, are at most `FEW_CALLS`."""
    shared = sum(1 for _ in takewhile(lambda steps: len(set(steps)) == 1, zip(*ways, strict=False)))
    loops = (step for way in ways for step in way[shared:] if step.is_loop)
    return len(ways) <= FEW_CALLS and all(step.total is not None and step.total <= FEW_CALLS for step in loops)


def in_first_run(several: Several[_Met], first: _Met, loop: Step | None) -> list[_Met]:
    """Returns those of several calls, or of the places that make functions, which belong to the same run of a loop as the first one; all of them
    if no loop repeats them.
    """
    if loop is None:
        return list(several)
    start = _before(first.way, loop)
    return [each for each in several if _before(each.way, loop) == start]


def of_one_call(several: Several[_Met]) -> list[_Met]:
    """Returns what the first call from outside the project meets, of several such calls of an entry."""
    return [each for each in several if not any(step.by_others is not None and step.number for step in each.way)]


def bound_in(loop: Step | None, made: Made, analysis: Analysis) -> frozenset[str] | None:
    """Returns the names that a loop around the place that makes a function may bind again; None if the loop is not in the same function."""
    if loop is None or loop.path != made.path:
        return None
    around = (each for each in walk(analysis.project.body(made.inside).statements) if isinstance(each, (ir.For, ir.While)))
    return next((stored((each,)) for each in around if each.at == loop.at), None)


def is_chosen(calls: list[Called], name: str) -> bool:
    """Whether an argument differs between calls by the items of a loop that has a few written ones, and by nothing else."""
    groups: dict[tuple[tuple[At, int], ...], list[Part]] = {}
    for each in calls:
        if name in each.key:
            groups.setdefault(each.choices, []).append(each.key[name])
    return all(choices and not any(differing(some[0], other) for other in some) for choices, some in groups.items())


def by_place(calls: Iterable[Called]) -> dict[tuple[str, At], list[Called]]:
    """Returns calls by the file and the place of each."""
    found: dict[tuple[str, At], list[Called]] = {}
    for each in calls:
        found.setdefault((each.path, each.at), []).append(each)
    return found


def is_each(repeats: Step | None, calls: list[Called], distinct: list[Called]) -> bool:
    """Whether all calls in the first run of a loop differ from each other."""
    met, differ = (in_first_run(some, distinct[0], repeats) for some in (calls, distinct))
    return len(met) == len(differ)


def _before(way: tuple[Step, ...], loop: Step) -> tuple[Step, ...]:
    """Returns the steps of a way that lead to a loop."""
    return tuple(takewhile(lambda step: (step.path, step.at) != (loop.path, loop.at), way))


def total(repeats: Step | None, ways: Ways, parted: Ways) -> int | None:
    """Returns how many different ones there are, of those that a run met on these ways, if the loop that parts some shows it."""
    if all(not step.is_loop or (step.total is not None and step.total <= ROUNDS) for way in ways for step in way):
        return len(ways)
    is_each = repeats is not None and repeats.total is not None and len(ways) == len(parted) == min(repeats.total, ROUNDS)
    return repeats.total if repeats is not None and is_each else None


def is_open(repeats: Step | None) -> bool:
    """Whether arguments decide how often a loop iterates."""
    return repeats is not None and repeats.is_open
