"""What the project lacks for its own imports: metadata, as it is not installed, and folders that installed packages hide."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import Distribution, DistributionFinder
from pathlib import Path
from types import ModuleType
from typing import Any

_VERSION = "0.0.0"
"""The version of a project that is not installed."""


class UninstalledProject:
    """A finder for `sys.meta_path`, behind all others: of distributions with the name of a package or module in the folders of a project."""

    def __init__(self, search: Sequence[str]) -> None:
        self._search = tuple(search)

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Returns None: modules are found by others."""
        return None

    def find_distributions(self, context: Any = None) -> Iterator[Distribution]:
        """Yields the distribution with the name of the context (`importlib.metadata.DistributionFinder.Context`), if the project has it."""
        name: str = (context or DistributionFinder.Context()).name or ""
        spec = PathFinder.find_spec(name.replace("-", "_"), list(self._search)) if name else None
        # A folder without `__init__.py` is no package of the project, but `tests`, `docs` or `scripts`
        if spec is not None and spec.origin is not None:
            yield _Uninstalled(name, Path(os.path.dirname(spec.origin)))


class _Uninstalled(Distribution):
    def __init__(self, name: str, folder: Path) -> None:
        self._name = name
        self._folder = folder

    def read_text(self, filename: str) -> str | None:
        """Returns the text of the file with the metadata; None for others."""
        return f"Metadata-Version: 2.1\nName: {self._name}\nVersion: {_VERSION}\n" if filename == "METADATA" else None

    def locate_file(self, path: Any) -> Path:
        """Returns the path of a file of the project."""
        return self._folder / str(path)


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
