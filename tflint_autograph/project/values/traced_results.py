"""The results of traced functions, as far as they are known, and what the bodies of others have read of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Final, TypeAlias

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.reachable import reachable
from tflint_autograph.model.values import Callee, Value
from tflint_autograph.project.values.body_result import BodyResult, CallSite, Part

Read: TypeAlias = tuple[FunctionKey, Part, str]
"""A part of the result of a function, and for bindings and writes the name or attribute."""

AS_EAGER: Final = object()
"""Stands for the part that the function has where it is run as eager code."""

_SEVERAL: Final = object()
"""Stands for the different values that one pass over a body has read."""


class Reads:
    """The value of each part that a body read in its last pass."""

    def __init__(self) -> None:
        self._read: defaultdict[FunctionKey, dict[Read, object]] = defaultdict(dict)
        self._readers: defaultdict[FunctionKey, dict[FunctionKey, list[Read]]] = defaultdict(dict)

    def add(self, reader: FunctionKey, read: Read, value: object) -> None:
        """Records that the body of `reader` has read a value."""
        known = self._read[reader]
        if read not in known:
            known[read] = value
            self._readers[read[0]].setdefault(reader, []).append(read)
        elif known[read] != value:
            known[read] = _SEVERAL

    def forget(self, reader: FunctionKey) -> None:
        """Removes what the last pass over a body has read."""
        for key, _, _ in self._read.pop(reader, ()):
            self._readers[key].pop(reader, None)

    def outdated(self, key: FunctionKey, flow: BodyResult, as_eager: Callable[[FunctionKey], BodyResult]) -> list[FunctionKey]:
        """Returns the functions that have read something else of the function `key` than its result now gives."""

        def is_changed(read: Read, value: object) -> bool:
            _, part, name = read
            return flow.part(part, name) != (as_eager(key).part(part, name) if value is AS_EAGER else value)

        return sorted(
            reader for reader, reads in self._readers[key].items() if any(is_changed(read, self._read[reader][read]) for read in reads)
        )

    def clear(self) -> None:
        """Forgets everything."""
        self._read.clear()
        self._readers.clear()


OnCall: TypeAlias = Callable[[FunctionKey, CallSite, Callee | None], None]


def follow_nothing(key: FunctionKey, site: CallSite, implicit: Callee | None) -> None:
    """Does nothing, while no function is being traced."""


class TracedResults:
    """The `results` of traced functions, and the reads of them by the function that is `running`.

    `open` contains the functions that are being interpreted for the first time. While functions are being traced, `on_call` is called for
    each call in one, and a result that has not arrived yet is bottom; it is unknown once the results are final (`is_final`). `callers` maps
    a traced function to its call sites: caller, place and ordinal of the calling statement.
    """

    def __init__(self) -> None:
        self.results: dict[FunctionKey, BodyResult] = {}
        self.open: dict[FunctionKey, BodyResult] = {}
        self.roots: set[FunctionKey] = set()
        self.callers: defaultdict[FunctionKey, dict[tuple[FunctionKey, At], int]] = defaultdict(dict)
        self.reads = Reads()
        self.running: FunctionKey | None = None
        self.on_call: OnCall = follow_nothing
        self.is_final = True

    def callers_above(self, key: FunctionKey) -> set[FunctionKey]:
        """Returns a function and all traced functions that reach it by calls."""
        return set(reachable([key], lambda each: [caller for caller, _ in self.callers.get(each, {})]))

    def roots_above(self, key: FunctionKey) -> frozenset[FunctionKey]:
        """Returns the roots whose traces reach a function, which may be one itself."""
        # One by one: which other roots there are makes no difference.
        return frozenset([each for each in self.callers_above(key) if each in self.roots])

    def is_interpreted(self, key: FunctionKey) -> bool:
        """Whether a function is interpreted as traced code: it has a result, or is being interpreted for the first time."""
        return key in self.results or key in self.open

    def part(self, key: FunctionKey, part: Part, name: str = "") -> Value | None:
        """Returns a part of a traced function's result, as far as it is known, and records that the current body depends on it."""
        flow = self.results.get(key)
        value = flow.part(part, name) if flow is not None else self.so_far(key, part, name)
        self.depend(key, part, name, value)
        return value

    def so_far(self, key: FunctionKey, part: Part, name: str) -> Value | None:
        """Returns a part of the result of a function that is being interpreted for the first time, or None."""
        flow = self.open.get(key)
        return flow.part(part, name) if flow is not None and part != "result" else None

    def depend(self, key: FunctionKey, part: Part, name: str, value: object) -> None:
        """Records that the current body has read a part of a traced function's result, and must run again when the part has another value."""
        if self.running is not None:
            self.reads.add(self.running, (key, part, name), value)

    def called(self, key: FunctionKey, site: CallSite, implicit: Callee | None = None) -> None:
        """Called before the result of a call in a traced function is read. `implicit` is the function that the call runs implicitly."""
        if self.running == key:
            self.on_call(key, site, implicit)
