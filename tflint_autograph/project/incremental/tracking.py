"""Wraps methods and tables so that every read is recorded in the query database."""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterator, KeysView, ValuesView
from functools import partial
from typing import Any, TypeVar

from tflint_autograph.project.incremental.query_database import QueryDatabase
from tflint_autograph.project.queries.query import queries_of, table_of

Key = TypeVar("Key", bound=Hashable)
Held = TypeVar("Held")

WHOLE = ()
"""The key that stands for the whole of a table in the database."""


def track(database: QueryDatabase, owner: object, method: str, table: str) -> None:
    """Makes the database record the results of a method, which are stored in the table `table` of its object by their arguments.

    If the object has no such table, one is created.
    """
    kind = f"{type(owner).__name__}.{method}"
    work = getattr(owner, method)
    database.owners.append(owner)
    database.tables[kind] = vars(owner).setdefault(table, {})

    def asked(*given: Any) -> Any:
        return database.result(kind, given[0] if len(given) == 1 else given, partial(work, *given))

    def again(key: Any) -> object:
        return asked(*key) if type(key) is tuple else asked(key)

    database.readers[kind] = again
    setattr(owner, method, asked)


def track_cached(database: QueryDatabase, owner: object) -> None:
    """Makes the database record the results of all methods of an object whose results are cached."""
    for method in queries_of(owner):
        track(database, owner, method, table_of(method))


def record(database: QueryDatabase, owner: object, method: str) -> None:
    """Makes the database record the results of a method as inputs of the `lasting` kind that has its name."""
    kind = f"{type(owner).__name__}.{method}"
    look = database.stable[kind]

    def asked(*given: Any) -> Any:
        key = given[0] if len(given) == 1 else given
        found = look(key)
        database.record_read(kind, key, found)
        return found

    setattr(owner, method, asked)


class TrackedDict(dict[Key, Held]):
    """A dict filled during tracing. `shown` turns a value into what is recorded for it."""

    def __init__(
        self, database: QueryDatabase, kind: str, shown: Callable[[Any], object] = lambda held: held,
        missing: Callable[[], Held] | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self._database, self._kind, self._shown, self._make = database, kind, shown, missing
        database.readers[kind] = self._now
        database.effects[f"{kind} set"] = super().__setitem__

    def __setitem__(self, key: Key, held: Held) -> None:
        self._database.record_effect(f"{self._kind} set", key, held)
        super().__setitem__(key, held)

    def __missing__(self, key: Key) -> Held:
        if self._make is None:
            raise KeyError(key)
        self[key] = self._make()
        return self[key]

    def _now(self, key: Any) -> object:
        if key is WHOLE:
            return _Whole(self)
        return self._shown(dict.get(self, key))

    def _note(self, key: Any) -> None:
        if self._database.frame.records:
            self._database.record_read(self._kind, key, self._now(key))

    def get(self, key: Any, default: Any = None) -> Any:
        if self._database.frame.records:
            self._note(key)
        return super().get(key, default)

    def __getitem__(self, key: Key) -> Held:
        if self._database.frame.records:
            self._note(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self._note(key)
        return super().__contains__(key)

    def __iter__(self) -> Iterator[Key]:
        self._note(WHOLE)
        return super().__iter__()

    def keys(self) -> KeysView[Key]:  # type: ignore[override]
        self._note(WHOLE)
        return super().keys()

    def values(self) -> ValuesView[Held]:  # type: ignore[override]
        self._note(WHOLE)
        return super().values()

    def items(self) -> ItemsView[Key, Held]:  # type: ignore[override]
        self._note(WHOLE)
        return super().items()


class _Whole:
    """A snapshot of all entries of a table. Equal to a snapshot with the identical entries."""

    __slots__ = ("_keys", "_values")

    def __init__(self, table: dict[Any, Any]) -> None:
        self._keys = tuple(dict.keys(table))
        self._values = tuple(dict.values(table))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Whole)
            and self._keys == other._keys
            and all(one is two for one, two in zip(self._values, other._values, strict=True))
        )

    __hash__ = None  # type: ignore[assignment]


class TrackedSet(set[Key]):
    """A set filled during tracing. Additions made inside a result are repeated when the result is reused."""

    def __init__(self, database: QueryDatabase, kind: str) -> None:
        super().__init__()
        self._database, self._kind = database, kind
        database.readers[kind] = self._now
        database.effects[f"{kind} add"] = super().add

    def _now(self, key: Any) -> object:
        return frozenset(self) if key is WHOLE else set.__contains__(self, key)

    def add(self, key: Key) -> None:
        self._database.record_late_effect(f"{self._kind} add", key)
        super().add(key)

    def __contains__(self, key: object) -> bool:
        self._database.record_read(self._kind, key, set.__contains__(self, key))
        return super().__contains__(key)

    def _note_whole(self) -> None:
        if self._database.frame.records:
            self._database.record_read(self._kind, WHOLE, self._now(WHOLE))

    def __bool__(self) -> bool:
        self._note_whole()
        return set.__len__(self) > 0

    def __len__(self) -> int:
        self._note_whole()
        return super().__len__()

    def __iter__(self) -> Iterator[Key]:
        self._note_whole()
        return super().__iter__()

    def __and__(self, other: Any) -> set[Key]:
        self._note_whole()
        return super().__and__(other)

    __rand__ = __and__

    def __ge__(self, other: Any) -> bool:
        self._note_whole()
        return super().__ge__(other)
