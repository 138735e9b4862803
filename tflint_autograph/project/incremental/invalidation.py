"""Computes which cached results an edit may invalidate, from the recorded reads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

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

    def add(self, cell: QueryKey, memo: Memo) -> None:
        """Registers a result or step."""
        for read, value in memo.dependencies:
            self._users.setdefault(read, set()).add(cell)
            path = self._path_of(read)
            if path is not None:
                self._values.setdefault(path, {})[read] = value
        for part in memo.parts:
            self._wholes.setdefault(part, set()).add(cell)

    def drop(self, cell: QueryKey, memo: Memo) -> None:
        """Removes a result or step."""
        for read, _ in memo.dependencies:
            users = self._users.get(read)
            if users is None:
                continue
            users.discard(cell)
            if not users:
                del self._users[read]
                path = self._path_of(read)
                if path is not None:
                    self._values[path].pop(read, None)
        for part in memo.parts:
            self._wholes.get(part, set()).discard(cell)

    def renewed(self, kept: dict[QueryKey, Memo], ledger: QueryDatabase) -> dict[QueryKey, Memo]:
        """Returns the results known after a run: those it computed, and the earlier ones that are still valid."""
        touched = ledger.touched or ()
        gone = [cell for cell in touched if cell in kept and cell not in ledger.fresh]
        new = [(cell, ledger.fresh[cell]) for cell in dict.fromkeys(ledger.renewed)]
        for cell in (*gone, *(cell for cell, _ in new if cell in kept)):
            self.drop(cell, kept[cell])
        for cell, memo in new:
            self.add(cell, memo)
        known = {**kept, **dict(new)}
        for cell in gone:
            del known[cell]
        return known

    def wholes(self, cell: QueryKey) -> Collection[QueryKey]:
        """Returns the results that this one is a part of."""
        return self._wholes.get(cell, ())

    def is_read(self, cell: QueryKey) -> bool:
        """Whether a result or step depends on this one."""
        return cell in self._users

    def looked(self, path: str, look: Mapping[str, Callable[[Any], object]]) -> tuple[dict[QueryKey, object], list[QueryKey]]:
        """Returns the contents of the inputs read so far in a file, and those inputs that have changed.

        `look` reads the current content of an input. One without content counts as changed, since it may appear during the run.
        """
        contents: dict[QueryKey, object] = {}
        changed = []
        for cell, value in self._values.get(path, {}).items():
            now = look[cell[0]](cell[1])
            if now is None or (now is not value and not same(now, value)):
                changed.append(cell)
            contents[cell] = now if changed and changed[-1] is cell else value
        return contents, changed

    def touched(self, changed: Iterable[QueryKey]) -> set[QueryKey]:
        """Returns everything that depends, directly or not, on one of these inputs."""
        waiting = list(changed)
        found: set[QueryKey] = set()
        while waiting:
            for user in self._users.get(waiting.pop(), ()):
                if user not in found:
                    found.add(user)
                    waiting.append(user)
        return found
