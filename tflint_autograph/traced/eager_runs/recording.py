"""What is kept of one run of a traced body, of a trace, and of a read that is stale."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.traced.eager_runs.keys import Part
from tflint_autograph.traced.eager_runs.snapshots import Link, Place, Read, Written
from tflint_autograph.traced.eager_runs.values import Value, next_number


class Recorder:
    """One run of a traced body: what it read, and how to undo what it changed. What is made from `start` on is its own.

    `is_late`: the function has another trace already. `doubts`: how many conditions that are unknown decide about the call.
    """

    def __init__(self, steps: int, *, keeps: bool, is_late: bool, doubts: int) -> None:
        self.start = next_number()
        self.keeps = keeps
        self.is_late = is_late
        self.doubts = doubts
        self.steps = steps
        self.reads: list[Read] = []
        self.known: dict[int, tuple[Value, Link | None]] = {}
        self.origins: dict[int, tuple[Link, ...]] = {}
        self.deferred: dict[int, Read] = {}
        self.set_here: set[tuple[int, str | None]] = set()
        self.undoing: list[Callable[[], None]] = []
        self.returned: Value | None = None


class Trace:
    """A trace: the key of its first call, what that read and returned, how many calls were compared, and the last time one was."""

    def __init__(self, key: tuple[tuple[str, Part], ...], reads: list[Read], returned: Value | None, clock: int, *, is_sure: bool) -> None:
        self.clock = clock
        self.key = key
        self.reads = reads
        self.returned = returned
        self.is_sure = is_sure
        self.calls = 1


class Comparison:
    """What the calls of traces show, compared with each other: reads that are `stale`, all reads that are `seen`, and those of which it is
    `unknown` whether they differ; the statements that eager code has met with a write, and those that create a variable in a trace after the
    first one, each with whether that is sure. Where it `is_partial`, some calls are left out.
    """

    def __init__(self) -> None:
        self.stale: dict[Place, Stale] = {}
        self.seen: set[Place] = set()
        self.unknown: set[Place] = set()
        self.written_at: set[tuple[FunctionKey, int]] = set()
        self.created_late: dict[tuple[FunctionKey, int], bool] = {}
        self.is_partial = False


class Stale(NamedTuple):
    """A read whose value of the first call of a trace is not that of a later one: what wrote the new value, and whether all of it surely runs.

    `name`: what has another value, empty for an item.
    """

    written: Written
    name: str
    is_sure: bool
    is_attribute: bool
    is_environment: bool
