"""The database of one incremental run: reuses results of the last run whose dependencies are unchanged.

A run makes the same queries in the same order as a run without cache. Before a result is reused, its recorded reads are repeated in order,
and it is only reused if all of them are unchanged. So the outcome is the same with and without a cache.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, MutableMapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from tflint_autograph.model.sameness import compared_once, same
from tflint_autograph.project.incremental.transitive_dependencies import dependencies_to_verify
from tflint_autograph.project.queries.memo import (
    ONLY_QUERIED,
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
_PAST = "past"  # The kind of what a step has read before something else ran in the middle of it.


class QueryDatabase:
    """The results of one run, and the results `kept` from the last one. `fresh` is what the next run may reuse.

    `readers` read an input of a kind; inputs of `lasting` kinds do not change during a run. `doers` repeat side effects of their kind.
    `tables` contain the results of this run. `worked` counts the computed results by kind, and `renewed` are those of them that are kept.
    `owners` are the objects whose methods are recorded.

    `touched`, if known, contains every kept result that an edit may have invalidated; all others are valid. `wholes` maps a result to those
    that contain it, and `is_read` tells whether others depend on it. `room` is the remaining call depth for eager code, `far` tells which
    files are only read on demand, and `frame.logs` whether reads are being recorded.
    """

    def __init__(self, kept: dict[QueryKey, Memo]) -> None:
        self.touched: Collection[QueryKey] | None = None
        self.wholes: Callable[[QueryKey], Collection[QueryKey]] = lambda cell: ()
        self.is_read: Callable[[QueryKey], bool] = lambda cell: True
        self.room: Callable[[], int] = lambda: 0
        self.far: Callable[[QueryKey], str | None] = lambda cell: None
        self.kept = kept
        self.fresh: dict[QueryKey, Memo] = {}
        self.readers: dict[str, Callable[[Any], object]] = {_PAST: lambda read: self.readers[read[0]](read[1])}
        self.lasting: dict[str, Callable[[Any], object]] = {}
        self.doers: dict[str, Callable[..., None]] = {}
        self.tables: dict[str, MutableMapping[Any, Any]] = {}
        self.owners: list[object] = []
        self.worked: Counter[str] = Counter()
        self.renewed: list[QueryKey] = []
        self.deepening: Collection[str] = ()
        self._settled: dict[QueryKey, Any] = {}
        self._verifying: dict[QueryKey, bool] = {}
        self._half: dict[QueryKey, set[QueryKey]] = {}
        self._are_same = compared_once()
        self._aside = QueryFrame(logs=False)
        self.frame = self._aside

    def read(self, kind: str, key: Any, value: Any) -> None:
        """Records the value of an input when it is first read."""
        if self.frame.logs:
            self.frame.events.setdefault((kind, key), value)

    def did(self, kind: str, *given: Any) -> None:
        """Records a side effect of a step, to be repeated by the `doers` of its kind."""
        events = self.frame.events
        if self.frame.logs:
            events[kind, len(events)] = given

    def renew(self) -> None:
        """Lets the current step read again what changes during a run: something else has run in the middle of it."""
        events, stays = self.frame.events, {*self.tables, _PAST}
        for number, (cell, value) in enumerate([*events.items()] if self.frame.logs else ()):
            del events[cell]
            events[(_PAST, (*cell, number)) if cell[0] in self.readers and cell[0] not in stays else cell] = value

    def noted(self, kind: str, *given: Any) -> None:
        """Records a side effect that is repeated with the result and that no other result reads."""
        if self.frame.logs:
            self.frame.late.append(((kind, given), given))

    def is_unfinished(self, kind: str, key: Any) -> bool:
        """Whether a result is being computed further up the call stack. Records that as a dependency."""
        cell = (kind, key)
        if cell not in self._verifying:
            return False
        if self._verifying[cell]:
            raise CycleDuringVerification(cell)
        self.frame.unfinished.add(cell)
        return True

    def answer(self, kind: str, key: Hashable, work: Callable[[], Any], around: Around | None = None) -> Any:
        """Returns the result of `work`, which stores it in the table of its kind unless it is part of an unfinished cycle.

        During a cyclic call, `work` returns what is known so far. `around` is a context in which the result is verified.
        """
        cell = (kind, key)
        value = self._settled.get(cell, _MISSING)
        if value is _MISSING:
            if self.is_unfinished(kind, key):
                return work()
            table = self.tables[kind]
            value = table[key] if key in table else self._found(cell, table, work, around)
            if key not in table:
                # A partial result: the next query may know more.
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
        """Whether the edit invalidated nothing that the result depends on, so that it can be reused without verification."""
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
        """Computes results that contain this one first, as a run without cache would."""
        for whole in self.wholes(cell):
            if whole not in self.touched and whole not in self.fresh and whole not in self._verifying:  # type: ignore[operator]
                raise NeedsFullVerification

    def _is_verified(self, cell: QueryKey, memo: Memo, room: int, around: Around | None) -> bool:
        start = self._settled_until(memo.dependencies)
        return not self._is_taken(memo) and (start == len(memo.dependencies) or self._holds(cell, memo, start, room, around))

    def _settled_until(self, events: tuple[Dependency, ...]) -> int:
        """Returns how many of the first dependencies are already verified in this run."""
        settled, lasting = self._settled, self.lasting
        for number, (cell, value) in enumerate(events):
            now = settled.get(cell, _MISSING)
            if now is value:
                continue
            if now is _MISSING:
                reader = lasting.get(cell[0])
                if reader is None:
                    return number
                now = self._looked(reader, cell, value)
            if now is not value and not (self._are_same if cell in settled else same)(now, value):
                return number
        return len(events)

    def _holds(self, cell: QueryKey, memo: Memo, start: int, room: int, around: Around | None) -> bool:
        """Whether all dependencies of the result are unchanged.

        If not, results computed meanwhile that used an unfinished result are discarded, since this one may be part of that cycle.
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
        """Whether one of the results contained in this one was already computed on its own."""
        return any(kind in self.tables and key in self.tables[kind] for (kind, key), _ in memo.late)

    def _replayed(self, events: tuple[Dependency, ...], start: int) -> bool:
        """Repeats all reads and side effects in order. False at the first read that differs."""
        settled, readers, lasting = self._settled, self.readers, self.lasting
        for cell, value in events[start:] if start else events:
            now = settled.get(cell, _MISSING)
            if now is value:
                continue
            if now is _MISSING:
                kind, key = cell
                reader = lasting.get(kind)
                if reader is not None:
                    now = self._looked(reader, cell, value)
                elif kind in readers:
                    now = readers[kind](key)
                else:
                    self.doers[kind](*value)
                    continue
            if now is not value and value is not ONLY_QUERIED and not (self._are_same if cell in settled else same)(now, value):
                return False
        return True

    def know(self, contents: dict[QueryKey, object]) -> None:
        """Takes over the contents of inputs that are read already."""
        self._settled |= {cell: now for cell, now in contents.items() if now is not None}

    def _looked(self, reader: Callable[[Any], object], cell: QueryKey, value: Any) -> object:
        """Returns the content of an input: the object that was read before if it is unchanged, so that its readers compare by identity."""
        now = reader(cell[1])
        if now is not None:
            now = self._settled[cell] = value if now is not value and self._are_same(now, value) else now
        return now

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
            # As complete as this one is; computed again, it would differ.
            self._half[held] = (self._half[held] - {cell}) | frame.unfinished
        if frame.unfinished:
            self._hand_over(cell, table, frame)
            return value
        memo = self.kept.get(cell)
        if memo is not None and self.is_read(cell) and same(value, memo.value):
            # The identical object as before: what depends on it need not be verified further.
            value = memo.value
        table[key] = value
        deep, lasts = self._to_verify(frame)
        height = max(frame.deepest, kind in self.deepening)
        self.renewed.append(cell)
        self.fresh[cell] = Memo(
            value, (), tuple(frame.events.items()), tuple(frame.late), deep if lasts else None, tuple(frame.parts), height
        )
        return value

    def _to_verify(self, frame: QueryFrame) -> tuple[tuple[Dependency, ...], bool]:
        return dependencies_to_verify(
            frame.events, self.fresh, lasting=self.lasting, computed=self.tables, effects=self.doers, far=self.far
        )

    def _hand_over(self, cell: QueryKey, table: MutableMapping[Any, Any], frame: QueryFrame) -> None:
        """Merges a result that used unfinished results into the one that contains it."""
        above = self.frame
        absorb(above, frame)
        above.parts.append(cell)
        if cell[1] in table:
            above.late.append((cell, table[cell[1]]))
            above.held.append(cell)
            self._half[cell] = set(frame.unfinished)

    def step(self, kind: str, key: Hashable, given: tuple[Any, ...], work: Callable[[], Any]) -> Any:
        """Returns the result of `work` for the inputs `given` and records its side effects. Runs once per run, outside of all results."""
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
        self.fresh[cell] = Memo(value, given, tuple(frame.events.items()), (), self._to_verify(frame)[0], (), 0)
        return value

    def aside(self, work: Callable[..., None], *given: Any) -> None:
        """Runs work that is repeated in every run and not recorded."""
        above, self.frame = self.frame, self._aside
        try:
            work(*given)
        finally:
            self.frame = above

    def let_go(self, gone: Iterable[tuple[MutableMapping[Any, Any], Hashable]]) -> None:
        """Forgets the recorded reads of results, each in a table, that are discarded while the results around them continue."""
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
