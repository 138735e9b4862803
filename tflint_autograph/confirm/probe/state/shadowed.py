"""Finds the modules of the project in folders whose names installed packages have as well."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


class ShadowedFolders:
    """A finder for `sys.meta_path`, behind all others: of modules in the folders of a project.

    A folder without `__init__.py` (`examples`, `tests`, `scripts`) is a namespace package, which any installed package of its name hides,
    wherever they are on the import path (`importlib.machinery.PathFinder`).
    """

    def __init__(self, search: Sequence[str]) -> None:
        self._search = tuple(search)

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Returns the spec of a module in a package, if the project has a file or folder for it; else None."""
        package = name.split(".")[:-1]
        return PathFinder.find_spec(name, [os.path.join(each, *package) for each in self._search], target) if package else None
