"""What runs change in the project: its files before and after them, and new ones put back. Runs nothing."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_State = tuple[int, int, int, int]
"""Kind and mode, size, time of the last change of the content in nanoseconds, and the number of the file."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Paths of the project that are new, changed and removed; of a folder that is new or gone only the folder."""

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class ProjectFiles:
    """The files of the project as they are now; links are not followed."""

    def __init__(self, root: str) -> None:
        self._root = Path(root)
        self._states = dict(_states(root, ""))

    def changes(self) -> Changes:
        """What differs from what was there when this was made."""
        now = dict(_states(str(self._root), ""))
        before = self._states
        differing = (path for path in now.keys() & before if now[path] != before[path] and not path.endswith("/"))
        return Changes(_tops(now.keys() - before.keys()), tuple(sorted(differing)), _tops(before.keys() - now.keys()))

    def put_back(self, written: Collection[str]) -> None:
        """Remove what is new and is known to be `written` by the runs, folders only once they are empty.

        Somebody else may have made the rest meanwhile.
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
    """The paths that are in no other of them."""
    found: list[str] = []
    for path in sorted(paths):
        if not found or not (found[-1].endswith("/") and path.startswith(found[-1])):
            found.append(path)
    return tuple(found)
