"""Detects what runs changed in the project, and removes files they created."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_State = tuple[int, int, int, int]
"""Kind and mode, size, modification time in nanoseconds, and inode number."""


@dataclass(frozen=True, slots=True)
class Changes:
    """New, changed and removed paths of the project; for a new or removed folder only the folder."""

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class ProjectFiles:
    """A snapshot of the project's files. Links are not followed."""

    def __init__(self, root: str) -> None:
        self._root = Path(root)
        self._states = dict(_states(root, ""))

    def changes(self) -> Changes:
        """Returns the differences from the snapshot."""
        now = dict(_states(str(self._root), ""))
        before = self._states
        differing = (path for path in now.keys() & before if now[path] != before[path] and not path.endswith("/"))
        return Changes(_tops(now.keys() - before.keys()), tuple(sorted(differing)), _tops(before.keys() - now.keys()))

    def put_back(self, written: Collection[str]) -> None:
        """Removes new files that the runs have `written`, and folders once they are empty.

        Other new files may have been made by someone else.
        """
        now = dict(_states(str(self._root), ""))
        for path in sorted(now.keys() - self._states.keys(), reverse=True):
            if path.rstrip("/") in written:
                with suppress(OSError):
                    (self._root / path).rmdir() if path.endswith("/") else (self._root / path).unlink()


def _states(folder: str, name: str) -> Iterator[tuple[str, _State]]:
    with suppress(OSError), os.scandir(folder) as found:
        for each in found:
            with suppress(OSError):
                status = each.stat(follow_symlinks=False)
                is_folder = each.is_dir(follow_symlinks=False)
                path = f"{name}{each.name}{'/' * is_folder}"
                yield path, (status.st_mode, status.st_size, status.st_mtime_ns, status.st_ino)
                if is_folder:
                    yield from _states(each.path, path)


def _tops(paths: set[str]) -> tuple[str, ...]:
    """Returns the paths that are not below another one of them."""
    found: list[str] = []
    for path in sorted(paths):
        if not found or not (found[-1].endswith("/") and path.startswith(found[-1])):
            found.append(path)
    return tuple(found)
