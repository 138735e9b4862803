"""The projects of the open documents, each with its own session."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.load import load
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis.select import check_selectors
from tflint_autograph.engine.session import Checked, EditSession, TracedDef
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.location import Span
from tflint_autograph.rules.catalogue import codes


@dataclass(slots=True)
class EditedProject:
    """A session, the open documents of its project by path (absolute path and URI), and the last results.

    `near` are the files that an edit of an open document may affect. `whole` are the last results for those, or for all, when the documents
    `edited` were open; `first` are the results for each file before any edit.
    """

    session: EditSession
    open: dict[str, tuple[str, str]] = field(default_factory=dict)
    checked: Checked | None = None
    whole: Checked | None = None
    edited: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()
    first: dict[str, frozenset[tuple[object, ...]]] = field(default_factory=dict)

    def lines(self, path: str, cell: int | None) -> Sequence[str]:
        """Returns the lines of a file, or of a cell."""
        return self.session.buffers.lines(path, cell)

    @property
    def rule_url(self) -> str:
        """The option of that name."""
        return self.session.settings.rule_url

    def absolute(self, path: str) -> str:
        """Returns the absolute path of a project file."""
        return os.path.normpath(os.path.join(self.session.settings.root, path))

    def findings(self, path: str) -> tuple[Finding, ...]:
        """Returns the findings of the last run in a file."""
        found = self.checked.report.findings if self.checked else ()
        return tuple(finding for finding in found if finding.span.path == path)

    def traced(self, path: str) -> tuple[TracedDef, ...]:
        """Returns the traced defs of a file in the last run."""
        return tuple(each for each in (self.checked.traced if self.checked else ()) if each.span.path == path)


class Projects:
    """Sessions by project root. `complain` is called for a configuration that cannot be used."""

    def __init__(self, complain: Callable[[str], None]) -> None:
        self._complain = complain
        self.items: list[str] = []
        self.folders: list[str] = []
        self._sessions: dict[Path, EditedProject] = {}
        self._told: set[str] = set()

    def all(self) -> tuple[EditedProject, ...]:
        """Returns the projects with open documents."""
        return tuple(project for _, project in sorted(self._sessions.items()) if project.open)

    def update(self, contents: Sequence[tuple[str, str, str | None, bytes | None]]) -> None:
        """Passes the open documents to their projects: path, URI, and text or notebook JSON."""
        before = {path: project for project in self._sessions.values() for path, _ in project.open.values()}
        for project in self._sessions.values():
            project.open = {}
        for path, uri, text, data in contents:
            own = self._of(path)
            if own is not None:
                own.open[own.session.put(path, text, data)] = (path, uri)
            before.pop(path, None)
        for path, project in before.items():
            project.session.put(path, None)

    def touched(self, path: str) -> None:
        """Records that a file changed on disk."""
        if os.path.basename(path) in ("pyproject.toml", ".gitignore"):
            self.reset()
            return
        for project in self._sessions.values():
            if Path(path).is_relative_to(project.session.settings.root):
                project.session.touched(path)

    def reset(self) -> None:
        """Reads all configurations again."""
        self._sessions = {}
        self._told = set()

    def _of(self, path: str) -> EditedProject | None:
        """Returns the project of a file, or None, with a message to the editor, if its configuration cannot be used."""
        try:
            settings = self._settings(path)
            if settings.root not in self._sessions:
                self._sessions[settings.root] = EditedProject(EditSession(settings))
        except UsageError as error:
            text = f"{error.message} ({error.hint})" if error.hint else error.message
            if text not in self._told:
                self._told.add(text)
                self._complain(text)
            return None
        return self._sessions[settings.root]

    def _settings(self, path: str) -> Settings:
        folders = sorted((each for each in self.folders if Path(path).is_relative_to(each)), key=len)
        cwd = Path(folders[-1]) if folders else Path(path).parent
        for root, project in self._sessions.items():
            if path in {known for known, _ in project.open.values()}:
                return self._sessions[root].session.settings
        settings = load(Path(path), cwd=cwd, flags={}, environ={}, config=self.items)
        check_selectors(settings, codes())
        return settings


def spans_by_cell(uris: Iterator[tuple[str, str, int]]) -> Callable[[str, Span], str]:
    """Returns a function that finds the URI of the cell that contains a span, or of the document for a file."""
    known = {(notebook, number): cell for cell, notebook, number in uris}
    return lambda uri, span: known.get((uri, span.cell or 0), uri)
