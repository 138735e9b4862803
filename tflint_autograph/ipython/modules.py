"""The user modules that a session has imported from files."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import NamedTuple

_INSTALLED = frozenset({"site-packages", "dist-packages"})
"""Folder names that packages are installed into."""

_OWN = __package__.partition(".")[0] if __package__ else ""


class Imported(NamedTuple):
    """The file of a module, and the folder where its dotted name starts."""

    file: str
    start: str


Sign = tuple[int, int]
"""Size and modification time of a file, to detect changes."""


class UserModules:
    """The user modules seen so far; detects new and changed ones."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._signs: dict[str, Sign | None] = {}
        paths = sysconfig.get_paths()
        self._standard = tuple(f"{os.path.realpath(paths[key])}{os.sep}" for key in ("stdlib", "platstdlib"))

    def changed(self, modules: Mapping[str, ModuleType | None] | None = None) -> Iterator[Imported]:
        """Yields the modules that were imported, changed or deleted since the last call."""
        loaded = sys.modules if modules is None else modules
        for name in sorted(loaded.keys() - self._seen):
            self._seen.add(name)
            found = self._imported(name, loaded[name])
            if found is not None and found.file not in self._signs:
                self._signs[found.file] = None
                yield from self._if_written(found)
        for file in list(self._signs):
            yield from self._if_written(Imported(file, ""))

    def _if_written(self, found: Imported) -> Iterator[Imported]:
        sign = _sign(found.file)
        if sign != self._signs[found.file]:
            self._signs[found.file] = sign
            yield found

    def _imported(self, name: str, module: ModuleType | None) -> Imported | None:
        """Returns the module if it is a file of the user, else None."""
        file = getattr(module, "__file__", None)
        if not isinstance(file, str) or not file.endswith(".py") or name == "__main__" or name.partition(".")[0] == _OWN:
            return None
        file = os.path.abspath(file)
        real = os.path.realpath(file)
        if real.startswith(self._standard) or not _INSTALLED.isdisjoint(real.split(os.sep)):
            return None
        start = file.removesuffix(".py").removesuffix(f"{os.sep}__init__")
        tail = os.path.join("", *name.split("."))
        return Imported(file, start.removesuffix(tail).rstrip(os.sep) if start.endswith(tail) else "")


def _sign(file: str) -> Sign | None:
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
