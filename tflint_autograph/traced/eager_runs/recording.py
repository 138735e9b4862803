"""What is kept of one run of a traced body, of a trace, and of a read that is stale."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from typing import NamedTuple

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.traced.eager_runs.keys import Part
from tflint_autograph.traced.eager_runs.snapshots import Link, Place, Read, Written
from tflint_autograph.traced.eager_runs.values import Value, next_number


@dataclass(slots=True, eq=False, repr=False)
class Recorder:
    """One run of a traced body: what it read, and how to undo what it changed. What is made from `start` on is its own.

    `is_late`: the function has another trace already. `doubts`: how many conditions that are unknown decide about the call.
    """

    steps: int
    _: KW_ONLY
    keeps: bool
    is_late: bool
    doubts: int
    start: int = field(default_factory=next_number)
    reads: list[Read] = field(default_factory=list)
    known: dict[int, tuple[Value, Link | None]] = field(default_factory=dict)
    origins: dict[int, tuple[Link, ...]] = field(default_factory=dict)
    deferred: dict[int, Read] = field(default_factory=dict)
    set_here: set[tuple[int, str | None]] = field(default_factory=set)
    undoing: list[Callable[[], None]] = field(default_factory=list)
    returned: Value | None = None


@dataclass(slots=True, eq=False, repr=False)
class Trace:
    """A trace: the key of its first call, what that read and returned, how many calls were compared, and the last time one was."""

    key: tuple[tuple[str, Part], ...]
    reads: list[Read]
    returned: Value | None
    clock: int
    _: KW_ONLY
    is_sure: bool
    calls: int = 1


@dataclass(slots=True, eq=False, repr=False)
class Comparison:
    """What the calls of traces show, compared with each other: reads that are `stale`, all reads that are `seen`, and those of which it is
    `unknown` whether they differ; the statements that eager code has met with a write, and those that create a variable in a trace after the
    first one, each with whether that is sure. Where it `is_partial`, some calls are left out.
    """

    stale: dict[Place, Stale] = field(default_factory=dict)
    seen: set[Place] = field(default_factory=set)
    unknown: set[Place] = field(default_factory=set)
    written_at: set[tuple[FunctionKey, int]] = field(default_factory=set)
    created_late: dict[tuple[FunctionKey, int], bool] = field(default_factory=dict)
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
