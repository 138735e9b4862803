"""Answers kept from run to run, each with everything it was worked out from. Knows nothing of code.

A run asks for the same things in the same order as one that knows nothing: what an answer has read is read again first,
in its order, and only where all of it is what it was does the answer stand. So a run that knows something ends exactly
where one does that knows nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, MutableMapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, NamedTuple

from tflint_autograph.model.sameness import same

Cell = tuple[str, Hashable]
"""What can be read: a kind of question, and what it is asked of."""

Event = tuple[str, Any, Any]
"""A kind, what it is about and a value: something that was read, or something that was done."""


class Memo(NamedTuple):
    """An answer. `given` it was handed over, `events` it read and did in this order; `late` is done once it stands."""

    value: Any
    given: tuple[Any, ...]
    events: tuple[Event, ...]
    late: tuple[Event, ...]


class Stale(BaseException):
    """What is being verified is needed half done, as only working it out anew makes it; caught where it is verified."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell


class _Frame:
    """What one answer reads while it is worked out. `unfinished` are answers around it that it has seen half done.

    `held` are answers inside it which did so too: they count as a part of it.
    """

    __slots__ = ("events", "held", "late", "logs", "seen", "unfinished")

    def __init__(self, *, logs: bool) -> None:
        self.logs = logs
        self.seen: set[Cell] = set()
        self.events: list[Event] = []
        self.late: list[Event] = []
        self.unfinished: set[Cell] = set()
        self.held: list[Cell] = []


class Ledger:
    """The answers of one run, with those `kept` from the last. `fresh` is what the next run may know.

    `readers` read a kind of cell now, `doers` do what an event of their kind says, `tables` hold what a run has been told.
    `worked` counts what had to be worked out, by kind.
    """

    def __init__(self, kept: dict[Cell, Memo]) -> None:
        self.kept = kept
        self.fresh: dict[Cell, Memo] = {}
        self.readers: dict[str, Callable[[Any], object]] = {}
        self.doers: dict[str, Callable[[Any, Any], None]] = {}
        self.tables: dict[str, MutableMapping[Any, Any]] = {}
        self.worked: dict[str, int] = {}
        self._verifying: dict[Cell, bool] = {}
        self._half: dict[Cell, set[Cell]] = {}
        self._frames = [_Frame(logs=False)]
        self._frame = self._frames[0]

    def read(self, kind: str, key: Any, value: Any) -> None:
        """Note what something is now, the first time it is looked at."""
        frame = self._frame
        if frame.logs and (kind, key) not in frame.seen:
            frame.seen.add((kind, key))
            frame.events.append((kind, key, value))

    def did(self, kind: str, key: Any, value: Any = None) -> None:
        """Note what a step has done."""
        if self._frame.logs:
            self._frame.events.append((kind, key, value))

    def noted(self, kind: str, key: Any, value: Any = None) -> None:
        """Note what is to be done whenever the answer stands, and which no other answer looks at."""
        if self._frame.logs:
            self._frame.late.append((kind, key, value))

    def is_unfinished(self, kind: str, key: Any) -> bool:
        """Whether an answer is being worked out further up; whoever asks depends on that."""
        cell = (kind, key)
        if cell not in self._verifying:
            return False
        if self._verifying[cell]:
            raise Stale(cell)
        self._frame.unfinished.add(cell)
        return True

    def answer(
        self, kind: str, key: Any, work: Callable[[], Any], around: Callable[[], AbstractContextManager[None]] | None = None
    ) -> Any:
        """What `work` gives, which puts it into the table of its kind, or into none while it is half known.

        Asked for while it is being worked out, `work` gives what is known so far. `around` surrounds verifying it.
        """
        cell = (kind, key)
        if cell in self._verifying:
            self.is_unfinished(kind, key)
            return work()
        table = self.tables[kind]
        value = table[key] if key in table else self._found(cell, table, work, around)
        half = self._half.get(cell)
        if half:
            half.intersection_update(self._verifying)
            if half:
                self._frame.unfinished |= half
                return value
        self.read(kind, key, value)
        return value

    def _found(
        self, cell: Cell, table: MutableMapping[Any, Any], work: Callable[[], Any], around: Callable[[], AbstractContextManager[None]] | None
    ) -> Any:
        memo = self.kept.get(cell)
        frame = _Frame(logs=True)
        if memo is not None:
            tried = _Frame(logs=False)
            if self._holds(cell, memo, tried, around):
                table[cell[1]] = memo.value
                for kind, key, value in memo.late:
                    self._do(kind, key, value)
                self.fresh[cell] = memo
                return memo.value
            # What was worked out meanwhile, and has seen answers around this one half done, is a part of it.
            _absorb(frame, tried)
        return self._worked(cell, table, work, frame)

    def _holds(self, cell: Cell, memo: Memo, frame: _Frame, around: Callable[[], AbstractContextManager[None]] | None) -> bool:
        """Whether everything the answer has read is what it was."""
        if self._taken(memo):
            return False
        self._verifying[cell] = True
        self._push(frame)
        try:
            with around() if around is not None else nullcontext():
                holds = self._replayed(memo)
        except Stale as stale:
            self._evict(frame.held)
            if stale.cell != cell:
                raise
            frame.held, frame.events, frame.late = [], [], []
            holds = False
        finally:
            self._pop()
            del self._verifying[cell]
        return holds and not frame.unfinished and not self._taken(memo)

    def _taken(self, memo: Memo) -> bool:
        """Whether one of the answers that are a part of this one was worked out on its own already."""
        return any(kind in self.tables and key in self.tables[kind] for kind, key, _ in memo.late)

    def _replayed(self, memo: Memo) -> bool:
        """Read everything again, and do what was done in between; False at the first that differs."""
        readers = self.readers
        for kind, key, value in memo.events:
            reader = readers.get(kind)
            if reader is None:
                self.doers[kind](key, value)
                continue
            now = reader(key)
            if now is not value and not same(now, value):
                return False
        return True

    def _worked(self, cell: Cell, table: MutableMapping[Any, Any], work: Callable[[], Any], frame: _Frame) -> Any:
        kind, key = cell
        self.worked[kind] = self.worked.get(kind, 0) + 1
        self._verifying[cell] = False
        self._push(frame)
        try:
            value = work()
        except Stale:
            table.pop(key, None)
            self._evict(frame.held)
            raise
        finally:
            self._pop()
            del self._verifying[cell]
        frame.unfinished.discard(cell)
        frame.unfinished.intersection_update(self._verifying)
        if frame.unfinished:
            self._hand_over(cell, table, frame)
            return value
        memo = self.kept.get(cell)
        if memo is not None and same(value, memo.value):
            # The very thing that was there before: what depends on it is not looked into any further.
            value = memo.value
        table[key] = value
        self.fresh[cell] = Memo(value, (), tuple(frame.events), tuple(frame.late))
        return value

    def _hand_over(self, cell: Cell, table: MutableMapping[Any, Any], frame: _Frame) -> None:
        """Make an answer that has seen others half done a part of the one around it."""
        kind, key = cell
        above = self._frame
        _absorb(above, frame)
        above.unfinished |= frame.unfinished
        if key in table:
            above.late.append((kind, key, table[key]))
            above.held.append(cell)
            self._half[cell] = set(frame.unfinished)

    def step(self, kind: str, key: Any, given: tuple[Any, ...], work: Callable[[], Any]) -> Any:
        """What `work` gives, and does, with what it is `given`; asked once in a run, outside of all answers."""
        if self._frame.logs:
            # What is inside another step is a part of it.
            return work()
        cell = (kind, key)
        memo = self.kept.get(cell)
        if memo is not None and same(memo.given, given):
            frame = _Frame(logs=False)
            self._push(frame)
            try:
                holds = self._replayed(memo)
            finally:
                self._pop()
            if holds:
                self.fresh[cell] = memo
                return memo.value
        self.worked[kind] = self.worked.get(kind, 0) + 1
        frame = _Frame(logs=True)
        self._push(frame)
        try:
            value = work()
        finally:
            self._pop()
        self.fresh[cell] = Memo(value, given, tuple(frame.events + frame.late), ())
        return value

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Do something that is done anew in every run: nothing of it is noted."""
        self._push(_Frame(logs=False))
        try:
            yield
        finally:
            self._pop()

    def _do(self, kind: str, key: Any, value: Any) -> None:
        if kind in self.tables:
            self.tables[kind][key] = value
        else:
            self.doers[kind](key, value)

    def _evict(self, cells: list[Cell]) -> None:
        for kind, key in cells:
            self.tables[kind].pop(key, None)
            self._half.pop((kind, key), None)

    def _push(self, frame: _Frame) -> None:
        self._frames.append(frame)
        self._frame = frame

    def _pop(self) -> None:
        self._frames.pop()
        self._frame = self._frames[-1]


def _absorb(frame: _Frame, inner: _Frame) -> None:
    """Count what the inner frame has read and done as the outer one's."""
    for event in inner.events:
        if event[:2] not in frame.seen:
            frame.seen.add(event[:2])
            frame.events.append(event)
    frame.late += inner.late
    frame.held += inner.held
    frame.unfinished |= inner.unfinished
