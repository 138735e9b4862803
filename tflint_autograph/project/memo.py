"""Answers kept from run to run, each with everything it was worked out from. Knows nothing of code.

A run asks for the same things in the same order as one that knows nothing: what an answer has read is read again first,
in its order, and only where all of it is what it was does the answer stand. So a run that knows something ends exactly
where one does that knows nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, MutableMapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from tflint_autograph.model.sameness import same

Cell = tuple[str, Any]
"""What can be read: a kind of question, and what it is asked of."""

Event = tuple[Cell, Any]
"""A cell with what was read in it; or a kind and a number, with what was done."""

Around = Callable[[], AbstractContextManager[None]]

_MISSING = object()


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

    __slots__ = ("events", "held", "late", "logs", "unfinished")

    def __init__(self, *, logs: bool) -> None:
        self.logs = logs
        self.events: dict[Cell, Any] = {}
        self.late: list[Event] = []
        self.unfinished: set[Cell] = set()
        self.held: list[Cell] = []


class Ledger:
    """The answers of one run, with those `kept` from the last. `fresh` is what the next run may know.

    `readers` read a kind of cell now, those of `lasting` kinds the same for a whole run; `doers` do what an event of their
    kind says; `tables` hold what the run has been told. `worked` counts what had to be worked out, by kind.
    """

    def __init__(self, kept: dict[Cell, Memo]) -> None:
        self.kept = kept
        self.fresh: dict[Cell, Memo] = {}
        self.readers: dict[str, Callable[[Any], object]] = {}
        self.lasting: dict[str, Callable[[Any], object]] = {}
        self.doers: dict[str, Callable[..., None]] = {}
        self.tables: dict[str, MutableMapping[Any, Any]] = {}
        self.worked: dict[str, int] = {}
        self._settled: dict[Cell, Any] = {}
        self._verifying: dict[Cell, bool] = {}
        self._half: dict[Cell, set[Cell]] = {}
        self._aside = _Frame(logs=False)
        self._frame = self._aside

    @property
    def logs(self) -> bool:
        """Whether anybody wants to know what is read now."""
        return self._frame.logs

    def read(self, kind: str, key: Any, value: Any) -> None:
        """Note what something is now, the first time it is looked at."""
        frame = self._frame
        if frame.logs:
            frame.events.setdefault((kind, key), value)

    def did(self, kind: str, *given: Any) -> None:
        """Note what a step has done: whatever `doers` has for the kind, with what it is given."""
        events = self._frame.events
        if self._frame.logs:
            events[kind, len(events)] = given

    def noted(self, kind: str, *given: Any) -> None:
        """Note what is to be done whenever the answer stands, and which no other answer looks at."""
        if self._frame.logs:
            self._frame.late.append(((kind, None), given))

    def is_unfinished(self, kind: str, key: Any) -> bool:
        """Whether an answer is being worked out further up; whoever asks depends on that."""
        cell = (kind, key)
        if cell not in self._verifying:
            return False
        if self._verifying[cell]:
            raise Stale(cell)
        self._frame.unfinished.add(cell)
        return True

    def answer(self, kind: str, key: Hashable, work: Callable[[], Any], around: Around | None = None) -> Any:
        """What `work` gives, which puts it into the table of its kind, or into none while it is half known.

        Asked for while it is being worked out, `work` gives what is known so far. `around` surrounds verifying it.
        """
        cell = (kind, key)
        value = self._settled.get(cell, _MISSING)
        if value is _MISSING:
            if self.is_unfinished(kind, key):
                return work()
            table = self.tables[kind]
            value = table[key] if key in table else self._found(cell, table, work, around)
            if key not in table:
                # Half known: the next one to ask may be told more.
                return value
            half = self._half.get(cell)
            if half:
                half.intersection_update(self._verifying)
                if half:
                    self._frame.unfinished |= half
                    return value
            self._settled[cell] = value
        frame = self._frame
        if frame.logs:
            frame.events.setdefault(cell, value)
        return value

    def _found(self, cell: Cell, table: MutableMapping[Any, Any], work: Callable[[], Any], around: Around | None) -> Any:
        memo = self.kept.get(cell)
        frame = _Frame(logs=True)
        if memo is not None and not self._is_taken(memo):
            start = self._settled_until(memo.events)
            if start == len(memo.events) or self._holds(cell, memo, start, frame, around):
                table[cell[1]] = memo.value
                for (kind, key), value in memo.late:
                    self._do(kind, key, value)
                self.fresh[cell] = memo
                return memo.value
        return self._worked(cell, table, work, frame)

    def _settled_until(self, events: tuple[Event, ...]) -> int:
        """How many of the first events are known in this run to be what they were."""
        settled, lasting = self._settled, self.lasting
        for number, (cell, value) in enumerate(events):
            now = settled.get(cell, _MISSING)
            if now is value:
                continue
            if now is _MISSING:
                reader = lasting.get(cell[0])
                if reader is None:
                    return number
                now = reader(cell[1])
                if now is not None:
                    settled[cell] = now
            if now is not value and not same(now, value):
                return number
        return len(events)

    def _holds(self, cell: Cell, memo: Memo, start: int, frame: _Frame, around: Around | None) -> bool:
        """Whether everything the answer has read is what it was.

        Otherwise what was worked out meanwhile, and has seen answers around this one half done, is a part of it: of `frame`.
        """
        tried, above = _Frame(logs=False), self._frame
        self._verifying[cell] = True
        self._frame = tried
        try:
            with around() if around is not None else nullcontext():
                holds = self._replayed(memo.events, start)
        except Stale as stale:
            self._evict(tried.held)
            if stale.cell != cell:
                raise
            return False
        finally:
            self._frame = above
            del self._verifying[cell]
        if holds and not tried.unfinished and not self._is_taken(memo):
            return True
        _absorb(frame, tried)
        return False

    def _is_taken(self, memo: Memo) -> bool:
        """Whether one of the answers that are a part of this one was worked out on its own already."""
        return any(kind in self.tables and key in self.tables[kind] for (kind, key), _ in memo.late)

    def _replayed(self, events: tuple[Event, ...], start: int) -> bool:
        """Read everything again, and do what was done in between; False at the first that differs."""
        settled, readers, lasting = self._settled, self.readers, self.lasting
        for cell, value in events[start:] if start else events:
            now = settled.get(cell, _MISSING)
            if now is value:
                continue
            if now is _MISSING:
                kind, key = cell
                reader = lasting.get(kind)
                if reader is not None:
                    now = reader(key)
                    if now is not None:
                        settled[cell] = now
                elif kind in readers:
                    now = readers[kind](key)
                else:
                    self.doers[kind](*value)
                    continue
            if now is not value and not same(now, value):
                return False
        return True

    def _worked(self, cell: Cell, table: MutableMapping[Any, Any], work: Callable[[], Any], frame: _Frame) -> Any:
        kind, key = cell
        self.worked[kind] = self.worked.get(kind, 0) + 1
        above, self._frame = self._frame, frame
        self._verifying[cell] = False
        try:
            value = work()
        except Stale:
            table.pop(key, None)
            self._evict(frame.held)
            raise
        finally:
            self._frame = above
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
        self.fresh[cell] = Memo(value, (), tuple(frame.events.items()), tuple(frame.late))
        return value

    def _hand_over(self, cell: Cell, table: MutableMapping[Any, Any], frame: _Frame) -> None:
        """Make an answer that has seen others half done a part of the one around it."""
        above = self._frame
        _absorb(above, frame)
        if cell[1] in table:
            above.late.append((cell, table[cell[1]]))
            above.held.append(cell)
            self._half[cell] = set(frame.unfinished)

    def step(self, kind: str, key: Hashable, given: tuple[Any, ...], work: Callable[[], Any]) -> Any:
        """What `work` gives, and does, with what it is `given`; asked once in a run, outside of all answers."""
        above = self._frame
        if above.logs:
            # What is inside another step is a part of it.
            return work()
        cell = (kind, key)
        memo = self.kept.get(cell)
        if memo is not None and same(memo.given, given):
            self._frame = self._aside
            try:
                holds = self._replayed(memo.events, 0)
            finally:
                self._frame = above
            if holds:
                self.fresh[cell] = memo
                return memo.value
        self.worked[kind] = self.worked.get(kind, 0) + 1
        self._frame = frame = _Frame(logs=True)
        try:
            value = work()
        finally:
            self._frame = above
        events = (*frame.events.items(), *(((each, index), value) for index, ((each, _), value) in enumerate(frame.late)))
        self.fresh[cell] = Memo(value, given, events, ())
        return value

    def aside(self, work: Callable[..., None], *given: Any) -> None:
        """Do something that is done anew in every run: nothing of it is noted."""
        above, self._frame = self._frame, self._aside
        try:
            work(*given)
        finally:
            self._frame = above

    def _do(self, kind: str, key: Any, value: Any) -> None:
        if kind in self.tables:
            self.tables[kind][key] = value
        else:
            self.doers[kind](*value)

    def _evict(self, cells: list[Cell]) -> None:
        for kind, key in cells:
            self.tables[kind].pop(key, None)
            self._half.pop((kind, key), None)


def _absorb(frame: _Frame, inner: _Frame) -> None:
    """Count what the inner frame has read and done as the outer one's."""
    for cell, value in inner.events.items():
        frame.events.setdefault(cell, value)
    frame.late += inner.late
    frame.held += inner.held
    frame.unfinished |= inner.unfinished
