"""Checks the cells of a session and the modules they import after each cell, with an engine session."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tflint_autograph.config.load import load
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis.collector import uncollected
from tflint_autograph.engine.analysis.select import check_selectors
from tflint_autograph.engine.session import EditSession
from tflint_autograph.engine.workspace.files import discovered, shown_path
from tflint_autograph.ipython.cells import Cells, RunCell
from tflint_autograph.ipython.modules import Imported, UserModules
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
