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

    `readers` read an input of a kind; inputs of `stable` kinds do not change during a run. `effects` repeat side effects of their kind.
    `tables` contain the results of this run. `computed` counts the computed results by kind, and `renewed` are those of them that are kept.
    `owners` are the objects whose methods are recorded.

    `invalidated`, if known, contains every kept result that an edit may have invalidated; all others are valid. `wholes` maps a result to those
    that contain it, and `is_read` tells whether others depend on it. `room` is the remaining call depth for eager code, `on_demand` tells which
    files are only read on demand, and `frame.records` whether reads are being recorded.
    """

    def __init__(self, kept: dict[QueryKey, Memo]) -> None:
        self.invalidated: Collection[QueryKey] | None = None
        self.wholes: Callable[[QueryKey], Collection[QueryKey]] = lambda query: ()
        self.is_read: Callable[[QueryKey], bool] = lambda query: True
        self.room: Callable[[], int] = lambda: 0
        self.on_demand: Callable[[QueryKey], str | None] = lambda query: None
        self.kept = kept
        self.fresh: dict[QueryKey, Memo] = {}
        self.readers: dict[str, Callable[[Any], object]] = {_PAST: lambda read: self.readers[read[0]](read[1])}
        self.stable: dict[str, Callable[[Any], object]] = {}
        self.effects: dict[str, Callable[..., None]] = {}
        self.tables: dict[str, MutableMapping[Any, Any]] = {}
        self.owners: list[object] = []
        self.computed: Counter[str] = Counter()
        self.renewed: list[QueryKey] = []
        self.deepening: Collection[str] = ()
        self._settled: dict[QueryKey, Any] = {}
        self._verifying: dict[QueryKey, bool] = {}
        self._partial: dict[QueryKey, set[QueryKey]] = {}
        self._are_same = compared_once()
        self._unrecorded = QueryFrame(records=False)
        self.frame = self._unrecorded

    def record_read(self, kind: str, key: Any, value: Any) -> None:
        """Records the value of an input when it is first read."""
        if self.frame.records:
            self.frame.dependencies.setdefault((kind, key), value)

    def record_effect(self, kind: str, *given: Any) -> None:
        """Records a side effect of a step, to be repeated by the `effects` of its kind."""
        dependencies = self.frame.dependencies
        if self.frame.records:
            dependencies[kind, len(dependencies)] = given

    def allow_rereads(self) -> None:
        """Lets the current step read again what changes during a run: something else has run in the middle of it."""
        dependencies, stays = self.frame.dependencies, {*self.tables, _PAST}
        for number, (query, value) in enumerate([*dependencies.items()] if self.frame.records else ()):
            del dependencies[query]
            dependencies[(_PAST, (*query, number)) if query[0] in self.readers and query[0] not in stays else query] = value

    def record_late_effect(self, kind: str, *given: Any) -> None:
        """Records a side effect that is repeated with the result and that no other result reads."""
        if self.frame.records:
            self.frame.late.append(((kind, given), given))

    def is_unfinished(self, kind: str, key: Any) -> bool:
        """Whether a result is being computed further up the call stack. Records that as a dependency."""
        query = (kind, key)
        if query not in self._verifying:
            return False
        if self._verifying[query]:
            raise CycleDuringVerification(query)
        self.frame.unfinished.add(query)
        return True

    def result(self, kind: str, key: Hashable, work: Callable[[], Any], around: Around | None = None) -> Any:
        """Returns the result of `work`, which stores it in the table of its kind unless it is part of an unfinished cycle.

        During a cyclic call, `work` returns what is known so far. `around` is a context in which the result is verified.
        """
        query = (kind, key)
        value = self._settled.get(query, _MISSING)
        if value is _MISSING:
            if self.is_unfinished(kind, key):
                return work()
            table = self.tables[kind]
            value = table[key] if key in table else self._reused_or_computed(query, table, work, around)
            if key not in table:
                # A partial result: the next query may know more.
                return value
            partial = self._partial.get(query, set()) & self._verifying.keys()
            if partial:
                self.frame.unfinished |= partial
                return work()
            self._settled[query] = value
        frame = self.frame
        if frame.records and query not in frame.dependencies:
            frame.dependencies[query] = value
            memo = self.fresh.get(query)
            frame.deepest = max(frame.deepest, frame.room - self.room() + (memo.height if memo is not None else 0))
        return value

    def _reused_or_computed(self, query: QueryKey, table: MutableMapping[Any, Any], work: Callable[[], Any], around: Around | None) -> Any:
        memo = self.kept.get(query)
        frame = QueryFrame(records=True, room=self.room())
        if memo is not None and (self._is_untouched(query, memo) or self._is_verified(query, memo, frame.room, around)):
            table[query[1]] = memo.value
            for (kind, key), value in memo.late:
                self._repeat(kind, key, value)
            self.fresh[query] = memo
            return memo.value
        if self.invalidated is not None:
            self._require_containers(query)
        return self._computed(query, table, work, frame)

    def _is_untouched(self, query: QueryKey, memo: Memo) -> bool:
        """Whether the edit invalidated nothing that the result depends on, so that it can be reused without verification."""
        if self.invalidated is None or memo.volatile is None or query in self.invalidated:
            return False
        if memo.height > self.room() or self._has_computed_part(memo):
            raise NeedsFullVerification
        if not memo.volatile:
            return True
        tried, above = QueryFrame(records=False), self.frame
        self.frame = tried
        try:
            stands = self._replayed(memo.volatile, 0)
        finally:
            self.frame = above
        if tried.unfinished or tried.held:
            raise NeedsFullVerification
        return stands

    def _require_containers(self, query: QueryKey) -> None:
        """Computes results that contain this one first, as a run without cache would."""
        for whole in self.wholes(query):
            if whole not in self.invalidated and whole not in self.fresh and whole not in self._verifying:  # type: ignore[operator]
                raise NeedsFullVerification

    def _is_verified(self, query: QueryKey, memo: Memo, room: int, around: Around | None) -> bool:
        start = self._settled_until(memo.dependencies)
        return not self._has_computed_part(memo) and (start == len(memo.dependencies) or self._holds(query, memo, start, room, around))

    def _settled_until(self, dependencies: tuple[Dependency, ...]) -> int:
        """Returns how many of the first dependencies are already verified in this run."""
        settled, stable = self._settled, self.stable
        for number, (query, value) in enumerate(dependencies):
            now = settled.get(query, _MISSING)
            if now is value:
                continue
            if now is _MISSING:
                reader = stable.get(query[0])
                if reader is None:
                    return number
                now = self._input(reader, query, value)
            if now is not value and not (self._are_same if query in settled else same)(now, value):
                return number
        return len(dependencies)

    def _holds(self, query: QueryKey, memo: Memo, start: int, room: int, around: Around | None) -> bool:
        """Whether all dependencies of the result are unchanged.

        If not, results computed meanwhile that used an unfinished result are discarded, since this one may be part of that cycle.
        """
        tried, above = QueryFrame(records=False, room=room), self.frame
        self._verifying[query] = True
        self.frame = tried
        try:
            with around() if around is not None else nullcontext():
                holds = self._replayed(memo.dependencies, start)
        except CycleDuringVerification as stale:
            self._evict(tried.held)
            if stale.query != query:
                raise
            return False
        finally:
            self.frame = above
            del self._verifying[query]
        if holds and not tried.unfinished and not self._has_computed_part(memo):
            return True
        self._evict(tried.held)
        return False

    def _has_computed_part(self, memo: Memo) -> bool:
        """Whether one of the results contained in this one was already computed on its own."""
        return any(kind in self.tables and key in self.tables[kind] for (kind, key), _ in memo.late)

    def _replayed(self, dependencies: tuple[Dependency, ...], start: int) -> bool:
        """Repeats all reads and side effects in order. False at the first read that differs."""
        settled, readers, stable = self._settled, self.readers, self.stable
        for query, value in dependencies[start:] if start else dependencies:
            now = settled.get(query, _MISSING)
            if now is value:
                continue
            if now is _MISSING:
                kind, key = query
                reader = stable.get(kind)
                if reader is not None:
                    now = self._input(reader, query, value)
                elif kind in readers:
                    now = readers[kind](key)
                else:
                    self.effects[kind](*value)
                    continue
            if now is not value and value is not ONLY_QUERIED and not (self._are_same if query in settled else same)(now, value):
                return False
        return True

    def preload(self, contents: dict[QueryKey, object]) -> None:
        """Takes over the contents of inputs that are read already."""
        self._settled |= {query: now for query, now in contents.items() if now is not None}

    def _input(self, reader: Callable[[Any], object], query: QueryKey, value: Any) -> object:
        """Returns the content of an input: the object that was read before if it is unchanged, so that its readers compare by identity."""
        now = reader(query[1])
        if now is not None:
            now = self._settled[query] = value if now is not value and self._are_same(now, value) else now
        return now

    def _computed(self, query: QueryKey, table: MutableMapping[Any, Any], work: Callable[[], Any], frame: QueryFrame) -> Any:
        kind, key = query
        self.computed[kind] += 1
        above, self.frame = self.frame, frame
        self._verifying[query] = False
        try:
            value = work()
        except CycleDuringVerification:
            table.pop(key, None)
            self._evict(frame.held)
            raise
        finally:
            self.frame = above
            del self._verifying[query]
        frame.unfinished.discard(query)
        frame.unfinished.intersection_update(self._verifying)
        for held in self._partial.keys() & set(frame.held):
            # As complete as this one is; computed again, it would differ.
            self._partial[held] = (self._partial[held] - {query}) | frame.unfinished
        if frame.unfinished:
            self._merge_into_outer(query, table, frame)
            return value
        memo = self.kept.get(query)
        if memo is not None and self.is_read(query) and same(value, memo.value):
            # The identical object as before: what depends on it need not be verified further.
            value = memo.value
        table[key] = value
        deep, lasts = self._to_verify(frame)
        height = max(frame.deepest, kind in self.deepening)
        self.renewed.append(query)
        self.fresh[query] = Memo(
            value, (), tuple(frame.dependencies.items()), tuple(frame.late), deep if lasts else None, tuple(frame.parts), height
        )
        return value

    def _to_verify(self, frame: QueryFrame) -> tuple[tuple[Dependency, ...], bool]:
        return dependencies_to_verify(
            frame.dependencies, self.fresh, stable=self.stable, computed=self.tables, effects=self.effects, on_demand=self.on_demand
        )

    def _merge_into_outer(self, query: QueryKey, table: MutableMapping[Any, Any], frame: QueryFrame) -> None:
        """Merges a result that used unfinished results into the one that contains it."""
        above = self.frame
        absorb(above, frame)
        above.parts.append(query)
        if query[1] in table:
            above.late.append((query, table[query[1]]))
            above.held.append(query)
            self._partial[query] = set(frame.unfinished)

    def step(self, kind: str, key: Hashable, given: tuple[Any, ...], work: Callable[[], Any]) -> Any:
        """Returns the result of `work` for the inputs `given` and records its side effects. Runs once per run, outside of all results."""
        above = self.frame
        if above.records:
            # What is inside another step is a part of it.
            return work()
        query = (kind, key)
        memo = self.kept.get(query)
        if memo is not None and same(memo.given, given):
            self.frame = self._unrecorded
            try:
                is_untouched = self.invalidated is not None and query not in self.invalidated and memo.volatile is not None
                holds = self._replayed(memo.volatile or () if is_untouched else memo.dependencies, 0)
            finally:
                self.frame = above
            if holds:
                self.fresh[query] = memo
                return memo.value
        self.computed[kind] += 1
        self.frame = frame = QueryFrame(records=True)
        try:
            value = work()
        finally:
            self.frame = above
        for (each, _), done in frame.late:
            frame.dependencies[each, len(frame.dependencies)] = done
        self.renewed.append(query)
        self.fresh[query] = Memo(value, given, tuple(frame.dependencies.items()), (), self._to_verify(frame)[0], (), 0)
        return value

    def unrecorded(self, work: Callable[..., None], *given: Any) -> None:
        """Runs work that is repeated in every run and not recorded."""
        above, self.frame = self.frame, self._unrecorded
        try:
            work(*given)
        finally:
            self.frame = above

    def discard(self, gone: Iterable[tuple[MutableMapping[Any, Any], Hashable]]) -> None:
        """Forgets the recorded reads of results, each in a table, that are discarded while the results around them continue."""
        kinds = {id(table): kind for kind, table in self.tables.items()}
        queries = {(kinds[id(table)], key) for table, key in gone}
        self.frame.late = [event for event in self.frame.late if event[0] not in queries]
        self.frame.held = [query for query in self.frame.held if query not in queries]
        self._partial = {query: partial for query, partial in self._partial.items() if query not in queries}

    def _repeat(self, kind: str, key: Any, value: Any) -> None:
        if kind in self.tables:
            self.tables[kind][key] = value
        else:
            self.effects[kind](*value)

    def _evict(self, queries: list[QueryKey]) -> None:
        for kind, key in queries:
            self.tables[kind].pop(key, None)
            self._partial.pop((kind, key), None)
