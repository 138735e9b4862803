"""Checks the cells of a session and the modules they import after each cell, with an engine session."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from tflint_autograph.config.load import load
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis.collector import uncollected
from tflint_autograph.engine.analysis.select import check_selectors
from tflint_autograph.engine.session import EditSession
from tflint_autograph.engine.workspace.files import discovered, shown_path
from tflint_autograph.ipython.cells import Cells, RunCell
from tflint_autograph.model.finding import Finding, Problem, ProblemKind
from tflint_autograph.model.record import record
from tflint_autograph.rules.catalogue import codes

NAME = "__main__.ipynb"
"""The file name for the session: its functions belong to the main module."""

_OURS = (ProblemKind.INTERNAL, ProblemKind.TOO_DEEP)
"""Errors that prevent running code from being checked."""


@record
class CellReport:
    """Findings in the cells and the user's modules, by place, and problems."""

    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]


class Checker:
    """The project of a session: its cells as one notebook in `folder`, and the files that they import."""

    def __init__(self, folder: Path) -> None:
        """Raises UsageError if the configuration cannot be used."""
        self.cells = Cells()
        self._path = folder / NAME
        settings = load(self._path, cwd=folder, flags={}, environ=os.environ)
        check_selectors(settings, codes())
        self.session = EditSession(settings, alone=True)
        self.home = shown_path(str(self._path), settings)
        self._modules = UserModules()
        self._own: dict[str, None] = {}

    @property
    def settings(self) -> Settings:
        """The effective settings."""
        return self.session.settings

    def ran(self, cell: RunCell) -> None:
        """Records that a cell was run."""
        self.cells.ran(cell)

    def check(self) -> CellReport:
        """Returns the findings for the current session."""
        with _undisturbed(), uncollected():
            for each in self._modules.changed():
                self._import(each)
            self.session.put(str(self._path), None, self.cells.document())
            report = self.session.check([self.home, *self._own]).report
        found = (each for each in report.findings if each.span.path != self.home or not self.cells.is_replaced(each.span))
        problems = tuple(each for each in report.problems if each.kind in _OURS)
        return CellReport(tuple(sorted(found, key=Finding.sort_key)), problems)

    def concerns(self, finding: Finding, cell: RunCell) -> bool:
        """Whether a finding, or a step of its trace, is in a cell."""
        spans = (finding.span, *(step.span for step in (finding.trace.steps if finding.trace is not None else ())))
        return any(each.path == self.home and self.cells.at(each) is cell for each in spans)

    def _import(self, module: Imported) -> None:
        shown = self.session.touched(module.file)
        settings = self.session.settings
        if module.start:
            start = shown_path(module.start, settings)
            roots = dict.fromkeys((*settings.source_roots, start))
            self.session.settings = settings = replace(settings, source_roots=tuple(roots))
        asked = replace(settings, force_exclude=True)
        if os.path.exists(module.file) and discovered(asked, (module.file,)).files:
            self._own[shown] = None


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Context manager that restores the recursion limit of the user's process."""
    limit = sys.getrecursionlimit()
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


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
