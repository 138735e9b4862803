"""One run over answers that are kept from the last. Knows nothing of code.

A run asks for the same things in the same order as one that knows nothing: what an answer has read is read again first,
in its order, and only where all of it is what it was does the answer are. So a run that knows something ends exactly
where one does that knows nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, MutableMapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from tflint_autograph.model.sameness import same
from tflint_autograph.project.queries.memo import (
    CycleDuringVerification,
    Dependency,
    Memo,
    NeedsFullVerification,
    QueryFrame,
    QueryKey,
    absorb,
)

Around = Callable[[], AbstractContextManager[None]]

_MISSING = object()


class QueryDatabase:
    """The answers of one run, with those `kept` from the last. `fresh` is what the next run may know.

    `readers` read a kind of cell now, those of `lasting` kinds the same for a whole run; `doers` do what an event of their
    kind says; `tables` hold what the run has been told. `worked` counts what had to be worked out, by kind, and
    `renewed` are the cells of it that are kept.

    With `touched`, which has every kept answer an edit can have changed, all others are taken to be as they are;
    `wholes` are the answers an answer was a part of. `room` is how deep calls of eager code may go from here, and
    `far` tells the files that are read only when something asks for them. `frame.logs` says whether anybody wants to know
    what is read now.
    """

    def __init__(self, kept: dict[QueryKey, Memo]) -> None:
        self.touched: Collection[QueryKey] | None = None
        self.wholes: Callable[[QueryKey], Collection[QueryKey]] = lambda cell: ()
        self.room: Callable[[], int] = lambda: 0
        self.far: Callable[[QueryKey], str | None] = lambda cell: None
        self.kept = kept
        self.fresh: dict[QueryKey, Memo] = {}
        self.readers: dict[str, Callable[[Any], object]] = {}
        self.lasting: dict[str, Callable[[Any], object]] = {}
        self.doers: dict[str, Callable[..., None]] = {}
        self.tables: dict[str, MutableMapping[Any, Any]] = {}
        self.worked: Counter[str] = Counter()
        self.renewed: list[QueryKey] = []
        self.deepening: Collection[str] = ()
        self._settled: dict[QueryKey, Any] = {}
        self._verifying: dict[QueryKey, bool] = {}
        self._half: dict[QueryKey, set[QueryKey]] = {}
        self._aside = QueryFrame(logs=False)
        self.frame = self._aside

    def read(self, kind: str, key: Any, value: Any) -> None:
        """Note what something is now, the first time it is looked at."""
        frame = self.frame
        if frame.logs:
            frame.events.setdefault((kind, key), value)

    def did(self, kind: str, *given: Any) -> None:
        """Note what a step has done: whatever `doers` has for the kind, with what it is given."""
        events = self.frame.events
        if self.frame.logs:
            events[kind, len(events)] = given

    def noted(self, kind: str, *given: Any) -> None:
        """Note what is to be done whenever the answer is, and which no other answer looks at."""
        if self.frame.logs:
            self.frame.late.append(((kind, given), given))

    def is_unfinished(self, kind: str, key: Any) -> bool:
        """Whether an answer is being worked out further up; whoever asks depends on that."""
        cell = (kind, key)
        if cell not in self._verifying:
            return False
        if self._verifying[cell]:
            raise CycleDuringVerification(cell)
        self.frame.unfinished.add(cell)
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
            half = self._half.get(cell, set()) & self._verifying.keys()
            if half:
                self.frame.unfinished |= half
                return work()
            self._settled[cell] = value
        frame = self.frame
        if frame.logs and cell not in frame.events:
            frame.events[cell] = value
            memo = self.fresh.get(cell)
            frame.deepest = max(frame.deepest, frame.room - self.room() + (memo.height if memo is not None else 0))
        return value

    def _found(self, cell: QueryKey, table: MutableMapping[Any, Any], work: Callable[[], Any], around: Around | None) -> Any:
        memo = self.kept.get(cell)
        frame = QueryFrame(logs=True, room=self.room())
        if memo is not None and (self._stands(cell, memo) or self._is_verified(cell, memo, frame.room, around)):
            table[cell[1]] = memo.value
            for (kind, key), value in memo.late:
                self._do(kind, key, value)
            self.fresh[cell] = memo
            return memo.value
        if self.touched is not None:
            self._assure(cell)
        return self._worked(cell, table, work, frame)

    def _stands(self, cell: QueryKey, memo: Memo) -> bool:
        """Whether nothing an edit has touched is in the answer, and so nothing of it need be read again."""
        if self.touched is None or memo.volatile is None or cell in self.touched:
            return False
        if memo.height > self.room() or self._is_taken(memo):
            raise NeedsFullVerification
        if not memo.volatile:
            return True
        tried, above = QueryFrame(logs=False), self.frame
        self.frame = tried
        try:
            stands = self._replayed(memo.volatile, 0)
        finally:
            self.frame = above
        if tried.unfinished or tried.held:
            raise NeedsFullVerification
        return stands

    def _assure(self, cell: QueryKey) -> None:
        """An answer is worked out that was a part of others: they must have been asked for before, where they are at all."""
        for whole in self.wholes(cell):
            if whole not in self.touched and whole not in self.fresh and whole not in self._verifying:  # type: ignore[operator]
                raise NeedsFullVerification

    def _is_verified(self, cell: QueryKey, memo: Memo, room: int, around: Around | None) -> bool:
        if self._is_taken(memo):
            return False
        start = self._settled_until(memo.dependencies)
        return start == len(memo.dependencies) or self._holds(cell, memo, start, room, around)

    def _settled_until(self, events: tuple[Dependency, ...]) -> int:
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

    def _holds(self, cell: QueryKey, memo: Memo, start: int, room: int, around: Around | None) -> bool:
        """Whether everything the answer has read is what it was.

        Otherwise what was worked out meanwhile and has seen others half done is let go of: it may see this one so, too.
        """
        tried, above = QueryFrame(logs=False, room=room), self.frame
        self._verifying[cell] = True
        self.frame = tried
        try:
            with around() if around is not None else nullcontext():
                holds = self._replayed(memo.dependencies, start)
        except CycleDuringVerification as stale:
            self._evict(tried.held)
            if stale.cell != cell:
                raise
            return False
        finally:
            self.frame = above
            del self._verifying[cell]
        if holds and not tried.unfinished and not self._is_taken(memo):
            return True
        self._evict(tried.held)
        return False

    def _is_taken(self, memo: Memo) -> bool:
        """Whether one of the answers that are a part of this one was worked out on its own already."""
        return any(kind in self.tables and key in self.tables[kind] for (kind, key), _ in memo.late)

    def _replayed(self, events: tuple[Dependency, ...], start: int) -> bool:
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

    def _worked(self, cell: QueryKey, table: MutableMapping[Any, Any], work: Callable[[], Any], frame: QueryFrame) -> Any:
        kind, key = cell
        self.worked[kind] += 1
        above, self.frame = self.frame, frame
        self._verifying[cell] = False
        try:
            value = work()
        except CycleDuringVerification:
            table.pop(key, None)
            self._evict(frame.held)
            raise
        finally:
            self.frame = above
            del self._verifying[cell]
        frame.unfinished.discard(cell)
        frame.unfinished.intersection_update(self._verifying)
        for held in self._half.keys() & set(frame.held):
            # Known as far as this one is; worked out once more, it would be another.
            self._half[held] = (self._half[held] - {cell}) | frame.unfinished
        if frame.unfinished:
            self._hand_over(cell, table, frame)
            return value
        memo = self.kept.get(cell)
        if memo is not None and same(value, memo.value):
            # The very thing that was there before: what depends on it is not looked into any further.
            value = memo.value
        table[key] = value
        deep, lasts = self._summed(frame.events)
        height = max(frame.deepest, kind in self.deepening)
        self.renewed.append(cell)
        self.fresh[cell] = Memo(
            value, (), tuple(frame.events.items()), tuple(frame.late), deep if lasts else None, tuple(frame.parts), height
        )
        return value

    def _summed(self, events: dict[QueryKey, Any]) -> tuple[tuple[Dependency, ...], bool]:
        """What of these events has to be read or done again, and whether all that is read lasts."""
        deep: dict[QueryKey, Any] = {}
        lasts = True
        for cell, value in events.items():
            kind = cell[0]
            if kind in self.lasting:
                path = self.far(cell)
                if path is not None:
                    deep.setdefault(("load", path), (path,))
            elif kind in self.tables:
                memo = self.fresh.get(cell)
                if memo is None or memo.volatile is None:
                    # Not known from anywhere but here, where it was cut short; or to be asked for again in any case.
                    lasts = lasts and memo is not None
                    deep.setdefault(cell, value)
                else:
                    done = (event for event in memo.late if event[0][0] in self.doers)
                    for inner, known in (*memo.volatile, *done):
                        deep.setdefault(inner, known)
                    if memo.parts:
                        # Asked for again, so that nobody works out one of its parts before.
                        deep.setdefault(cell, value)
            else:
                lasts = False
                deep[cell] = value
        return tuple(deep.items()), lasts

    def _hand_over(self, cell: QueryKey, table: MutableMapping[Any, Any], frame: QueryFrame) -> None:
        """Make an answer that has seen others half done a part of the one around it."""
        above = self.frame
        absorb(above, frame)
        above.parts.append(cell)
        if cell[1] in table:
            above.late.append((cell, table[cell[1]]))
            above.held.append(cell)
            self._half[cell] = set(frame.unfinished)

    def step(self, kind: str, key: Hashable, given: tuple[Any, ...], work: Callable[[], Any]) -> Any:
        """What `work` gives, and does, with what it is `given`; asked once in a run, outside of all answers."""
        above = self.frame
        if above.logs:
            # What is inside another step is a part of it.
            return work()
        cell = (kind, key)
        memo = self.kept.get(cell)
        if memo is not None and same(memo.given, given):
            self.frame = self._aside
            try:
                is_untouched = self.touched is not None and cell not in self.touched and memo.volatile is not None
                holds = self._replayed(memo.volatile or () if is_untouched else memo.dependencies, 0)
            finally:
                self.frame = above
            if holds:
                self.fresh[cell] = memo
                return memo.value
        self.worked[kind] += 1
        self.frame = frame = QueryFrame(logs=True)
        try:
            value = work()
        finally:
            self.frame = above
        for (each, _), done in frame.late:
            frame.events[each, len(frame.events)] = done
        self.renewed.append(cell)
        self.fresh[cell] = Memo(value, given, tuple(frame.events.items()), (), self._summed(frame.events)[0], (), 0)
        return value

    def aside(self, work: Callable[..., None], *given: Any) -> None:
        """Do something that is done again in every run: nothing of it is noted."""
        above, self.frame = self.frame, self._aside
        try:
            work(*given)
        finally:
            self.frame = above

    def let_go(self, gone: Iterable[tuple[MutableMapping[Any, Any], Hashable]]) -> None:
        """Forget what was passed of answers, each in a table, that are let go of while those around them go on."""
        kinds = {id(table): kind for kind, table in self.tables.items()}
        cells = {(kinds[id(table)], key) for table, key in gone}
        self.frame.late = [event for event in self.frame.late if event[0] not in cells]
        self.frame.held = [cell for cell in self.frame.held if cell not in cells]
        self._half = {cell: half for cell, half in self._half.items() if cell not in cells}

    def _do(self, kind: str, key: Any, value: Any) -> None:
        if kind in self.tables:
            self.tables[kind][key] = value
        else:
            self.doers[kind](*value)

    def _evict(self, cells: list[QueryKey]) -> None:
        for kind, key in cells:
            self.tables[kind].pop(key, None)
            self._half.pop((kind, key), None)
