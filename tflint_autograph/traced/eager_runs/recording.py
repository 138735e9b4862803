"""What is kept of one run of a traced body, of a trace, and of a read that is stale."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass, field
from typing import NamedTuple

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.tfapi import keras
from tflint_autograph.traced.eager_runs.constants import is_unsure
from tflint_autograph.traced.eager_runs.keys import Part, may_differ
from tflint_autograph.traced.eager_runs.snapshots import Link, Place, Read, Written
from tflint_autograph.traced.eager_runs.values import (
    OPAQUE,
    Array,
    Frame,
    Instance,
    Layer,
    Mapping,
    Sequence,
    Value,
    next_number,
)
from tflint_autograph.traced.tree.states import Late


@dataclass(slots=True, eq=False, repr=False)
class Recorder:
    """One run of a traced body: what it read, and how to undo what it changed. What is made from `start` on is its own.

    `late`: that the function has another trace already. `doubts`: how many conditions that are unknown decide about the call. `runs_unknown`:
    it has called something of which nothing is known.
    """

    steps: int
    _: KW_ONLY
    keeps: bool
    late: Late | None
    doubts: int
    start: int = field(default_factory=next_number)
    reads: list[Read] = field(default_factory=list)
    known: dict[int, tuple[Value, Link | None]] = field(default_factory=dict)
    origins: dict[int, tuple[Link, ...]] = field(default_factory=dict)
    deferred: dict[int, Read] = field(default_factory=dict)
    set_here: set[tuple[int, str | None]] = field(default_factory=set)
    undoing: list[Callable[[], None]] = field(default_factory=list)
    returned: Value | None = None
    runs_unknown: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Trace:
    """A trace: the key and the statement of its first call, what that read and returned, how many calls were compared, and the last time one
    was.
    """

    key: tuple[tuple[str, Part], ...]
    reads: list[Read]
    returned: Value | None
    clock: int
    place: tuple[FunctionKey, At] | None
    _: KW_ONLY
    is_sure: bool
    calls: int = 1


@dataclass(slots=True, eq=False, repr=False)
class Comparison:
    """What the calls of traces show, compared with each other: reads that are `stale`, all reads that are `seen`, and those of which it is
    `unknown` whether they differ; the statements that eager code has met with a write, and those that create a variable in a trace after the
    first one, each with what is known of that. `leaks`: the statements that store a tensor of a trace which other code uses, each with
    whether that is sure. Where it `is_partial`, some calls are left out.
    """

    stale: dict[Place, Stale] = field(default_factory=dict)
    seen: set[Place] = field(default_factory=set)
    unknown: set[Place] = field(default_factory=set)
    written_at: set[tuple[FunctionKey, int]] = field(default_factory=set)
    created_late: dict[tuple[FunctionKey, int], Late] = field(default_factory=dict)
    leaks: dict[tuple[FunctionKey, At], bool] = field(default_factory=dict)
    is_partial: bool = False


class Stale(NamedTuple):
    """A read whose value of the first call of a trace is not that of a later one: what wrote the new value, and whether all of it surely runs.

    `name`: what has another value, empty for an item.
    """

    written: Written
    name: str
    is_sure: bool
    is_attribute: bool
    is_environment: bool


def creating_variables(analysis: Analysis) -> frozenset[FunctionKey]:
    """Returns the roots that create variables, or objects with variables, themselves or in functions that they call."""
    found = [key for key, flow in analysis.results.items() if any(keras.may_make_variables(site.func.name) for site in flow.calls.values())]
    return frozenset(root for key in found for root in analysis.roots_above(key))


def after_first(
    group: list[Trace], known: Trace | None, key: tuple[tuple[str, Part], ...], place: tuple[FunctionKey, At] | None, doubts: int
) -> Late | None:
    """Returns what is known of a call at a place having a trace after the first one of its function, or None.

    `known` is the trace of equal arguments, as far as they are known, and `doubts` says how many unknown conditions decide about the call.
    """
    if known is not None:
        return Late.BY_ARGUMENT if may_differ(known.key, key) else None
    if not group:
        return None
    if not doubts:
        return Late.SURE if not is_unsure(key) else Late.IF_ANY
    return Late.IF_ANY if place is not None and any(each.place == place for each in group) else Late.DOUBTED


class Stored:
    """The tensors that traces have stored where other code finds them, each with the statements that did."""

    def __init__(self) -> None:
        self._held: dict[int, tuple[Array, set[tuple[FunctionKey, At]]]] = {}

    def keep(self, recorder: Recorder, writes: dict[tuple[int, str | None], Written]) -> None:
        """Notes the tensors of a trace, whose run has ended, in what it has written to."""
        for place in recorder.set_here:
            written = writes.get(place)
            if written is not None and written.is_traced and getattr(written.holder, "number", recorder.start) < recorder.start:
                for each in _content(written.holder, place[1]):
                    if isinstance(each, Array) and each.kind == "tensor" and each.number >= recorder.start:
                        self._held.setdefault(id(each), (each, set()))[1].add((written.key, written.at))

    def used(self, value: Array, leaks: dict[tuple[FunctionKey, At], bool], *, is_sure: bool) -> None:
        """Notes among the leaks that code uses a tensor, if one statement of another trace has stored it: of several it may be any."""
        places = self._held[id(value)][1] if id(value) in self._held else ()
        if len(places) == 1:
            (place,) = places
            leaks[place] = leaks.get(place, False) or is_sure


def _content(holder: object, name: str | None) -> Iterable[Value]:
    """Returns what an object or a frame has under a name, or the items of a container."""
    if isinstance(holder, (Frame, Instance, Layer)):
        held = holder.names if isinstance(holder, Frame) else holder.attributes
        value = (held or {}).get(name or "", OPAQUE)
        return (value, *_content(value, None)) if isinstance(value, (Sequence, Mapping)) else (value,)
    items = holder.items if isinstance(holder, (Sequence, Mapping)) else None
    return items.values() if isinstance(items, dict) else items or ()
