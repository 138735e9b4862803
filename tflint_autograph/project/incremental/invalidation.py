"""Computes which cached results an edit may invalidate, from the recorded reads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from tflint_autograph.model.reachable import reachable
from tflint_autograph.model.sameness import same
from tflint_autograph.project.incremental.query_database import QueryDatabase
from tflint_autograph.project.queries.memo import Memo, QueryKey


class Readers:
    """The reverse dependencies: by query the results and steps that read it, and by result those it is a part of.

    `paths` maps a query to the file it is about. Queries about no file are never looked up here.
    """

    def __init__(self, path_of: Callable[[QueryKey], str | None]) -> None:
        self._path_of = path_of
        self._users: dict[QueryKey, set[QueryKey]] = {}
        self._values: dict[str, dict[QueryKey, Any]] = {}
        self._wholes: dict[QueryKey, set[QueryKey]] = {}
        self.facts: dict[str, object] = {}

    def changed(self, facts: Callable[[str], object]) -> list[str]:
        """Returns the files read so far whose facts have changed."""
        return [path for path, known in self.facts.items() if facts(path) is not known]

    def add(self, query: QueryKey, memo: Memo) -> None:
        """Registers a result or step."""
        for read, value in memo.dependencies:
            self._users.setdefault(read, set()).add(query)
            path = self._path_of(read)
            if path is not None:
                self._values.setdefault(path, {})[read] = value
        for part in memo.parts:
            self._wholes.setdefault(part, set()).add(query)

    def drop(self, query: QueryKey, memo: Memo) -> None:
        """Removes a result or step."""
        for read, _ in memo.dependencies:
            users = self._users.get(read)
            if users is None:
                continue
            users.discard(query)
            if not users:
                del self._users[read]
                path = self._path_of(read)
                if path is not None:
                    self._values[path].pop(read, None)
        for part in memo.parts:
            self._wholes.get(part, set()).discard(query)

    def renewed(self, kept: dict[QueryKey, Memo], database: QueryDatabase) -> dict[QueryKey, Memo]:
        """Returns the results known after a run: those it computed, and the earlier ones that are still valid."""
        invalidated = database.invalidated or ()
        gone = [query for query in invalidated if query in kept and query not in database.fresh]
        new = [(query, database.fresh[query]) for query in dict.fromkeys(database.renewed)]
        for query in (*gone, *(query for query, _ in new if query in kept)):
            self.drop(query, kept[query])
        for query, memo in new:
            self.add(query, memo)
        known = {**kept, **dict(new)}
        for query in gone:
            del known[query]
        return known

    def wholes(self, query: QueryKey) -> Collection[QueryKey]:
        """Returns the results that this one is a part of."""
        return self._wholes.get(query, ())

    def is_read(self, query: QueryKey) -> bool:
        """Whether a result or step depends on this one."""
        return query in self._users

    def contents(self, path: str, look: Mapping[str, Callable[[Any], object]]) -> tuple[dict[QueryKey, object], list[QueryKey]]:
        """Returns the contents of the inputs read so far in a file, and those inputs that have changed.

        `look` reads the current content of an input. One without content counts as changed, since it may appear during the run.
        """
        contents: dict[QueryKey, object] = {}
        changed = []
        for query, value in self._values.get(path, {}).items():
            now = look[query[0]](query[1])
            if now is None or (now is not value and not same(now, value)):
                changed.append(query)
            contents[query] = now if changed and changed[-1] is query else value
        return contents, changed

    def dependents(self, changed: Iterable[QueryKey]) -> set[QueryKey]:
        """Returns everything that depends, directly or not, on one of these inputs."""
        users = self._users
        return set(reachable((user for each in changed for user in users.get(each, ())), lambda each: users.get(each, ())))
