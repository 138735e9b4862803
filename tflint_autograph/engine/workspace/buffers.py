"""The files of a session: those on disk, replaced by unsaved editor buffers. Parses nothing."""

from __future__ import annotations

import copy
import os
from collections.abc import Collection

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.workspace.files import Files, FileText, shown_path
from tflint_autograph.model.facts import ModuleFacts
from tflint_autograph.model.finding import ProblemKind
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import record
from tflint_autograph.source.spacing import Spaced, spaced
from tflint_autograph.source.text import SourceError, encode


@record
class _Tried:
    """A text to parse; `is_last` if there is no other to try."""

    text: FileText
    gaps: Spaced | None
    is_last: bool = False


class Buffers(Files):
    """Files that change between runs. Problems are recorded for all of them, not only the wanted ones."""

    def __init__(self, settings: Settings, *, alone: bool = False) -> None:
        """With `alone`, the only files are those put here or touched."""
        super().__init__(settings, (), None, alone=alone)
        self.settings = settings
        self._is_alone = alone
        self.found = dict(self.absolute)
        self._unsaved: dict[str, str | bytes] = {}
        self._spaced: dict[str, Spaced | None] = {}
        self._tried: dict[str, _Tried] = {}
        self._edited: dict[str, None] = {}

    def put(self, path: str, text: str | None, data: bytes | None = None) -> str:
        """Replaces a file by text, or by a notebook's JSON; with neither, the file on disk counts again."""
        shown = shown_path(path, self.settings)
        content = text if data is None else data
        if self._unsaved.get(shown) == content and content is not None:
            return shown
        if content is None:
            self._unsaved.pop(shown, None)
            if shown not in self.found:
                self.absolute.pop(shown, None)
        else:
            self._unsaved[shown] = content
            self._spaced.setdefault(shown, None)
            if self._is_alone or shown in self.found or not os.path.lexists(path):
                # A file that is there and was not found is one the configuration leaves out.
                self.absolute[shown] = path
        self._forget(shown)
        return shown

    def touched(self, path: str) -> str:
        """Records that a file changed on disk, appeared or disappeared."""
        shown = shown_path(path, self.settings)
        if os.path.exists(path) != (shown in self.found):
            self.found = self._looked_for(shown, path)
            unsaved = {each: file for each, file in self.absolute.items() if each in self._unsaved}
            self.absolute = {**unsaved, **self.found}
        self._forget(shown)
        return shown

    def _looked_for(self, shown: str, path: str) -> dict[str, str]:
        """Returns the files after one of them appeared or disappeared."""
        if not self._is_alone:
            return Files(self.settings, (), None).absolute
        return {**self.found, shown: path} if os.path.exists(path) else {each: file for each, file in self.found.items() if each != shown}

    def limit(self, wanted: Collection[str]) -> None:
        """Limits reports to these files, as far as they belong to the project."""
        self.wanted = tuple(sorted(each for each in wanted if each in self.absolute))

    def forgive(self) -> None:
        """Forgets internal errors of earlier runs: the changed code may not cause them."""
        self.problems = {path: each for path, each in self.problems.items() if each.kind is not ProblemKind.INTERNAL}

    def lines(self, path: str, cell: int | None) -> tuple[str, ...]:
        """Returns the lines of a file or cell in the last run; empty if unknown."""
        if path not in self.absolute:
            return ()
        self.text(path)
        return dict(self.sources(path)).get((path, cell), ())

    def reject(
        self, path: str, kind: ProblemKind, message: str, line: int = 1, column: int = 1, *, partial: bool = False
    ) -> None:  # fmt: skip
        wanted, self.wanted = self.wanted, (path,)
        super().reject(path, kind, message, line, column, partial=partial)
        self.wanted = wanted

    def release(self, path: str) -> None:
        """Does nothing: a session keeps its texts."""

    def _remember(self, path: str, error: SourceError) -> None:
        if error.kind is not ProblemKind.IO:
            self.problems[path] = error.problem(path)

    def analysed(self, path: str) -> FileText | None:
        """Returns the text to analyse.

        A module once open in the editor gets gaps between definitions, so that edits move only nearby lines.
        """
        text = self.text(path)
        if text is None or path not in self._spaced or text.notebook is not None:
            return text
        if path not in self._tried:
            known = self._spaced[path]
            edited = known and known.edited(text.lines)
            self._tried[path] = _Tried(FileText(edited.text, None), edited) if edited else _Tried(text, None)
        return self._tried[path].text

    def fits(self, path: str, facts: ModuleFacts | None) -> bool:
        """Whether the facts are usable: no function is before a gap. A module without gaps gets them once it has facts.

        A file with a syntax error keeps the gaps of its last valid facts, which replace it.
        """
        tried, text = self._tried.get(path), self.text(path)
        if tried is None or text is None:
            return True
        ends = {each.at.end_line for each in facts.functions if not each.parent} if facts else set()
        if tried.gaps is not None and not (facts is not None and tried.gaps.stands(ends)):
            self._tried[path] = _Tried(text, None, is_last=True)
            return False
        if tried.gaps is None and ends and not tried.is_last:
            fresh = spaced(text.lines, ends)
            self._tried[path] = _Tried(FileText(fresh.text, None), fresh)
            return False
        if facts is not None:
            self._spaced[path] = tried.gaps
        return True

    def shown(self, span: Span) -> Span:
        known = self._spaced.get(span.path)
        return known.locate(span) if known is not None else super().shown(span)

    def edits(self) -> tuple[str, ...]:
        """Returns the files that may have changed since the last call."""
        edited = tuple(path for path in self._edited if path in self.absolute)
        self._edited.clear()
        return edited

    def part(self, paths: Collection[str]) -> Buffers:
        """Returns a view of these files, which shares texts and problems with this object."""
        other = copy.copy(self)
        other.absolute = {path: self.absolute[path] for path in paths}
        other.wanted = tuple(path for path in self.wanted if path in other.absolute)
        return other

    def _forget(self, path: str) -> None:
        self._edited[path] = None
        for table in (self._texts, self._data, self._known, self._tried, self.problems):
            table.pop(path, None)

    def copy(self) -> Buffers:
        """Returns a copy with the same texts. Changes to the copy do not affect this object."""
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict):
                setattr(other, name, dict(value))
        return other

    def saved(self) -> Buffers:
        """Returns a copy without unsaved edits."""
        other = self.copy()
        other._unsaved = {}
        for shown in self._unsaved:
            other._forget(shown)
            if shown not in other.found:
                other.absolute.pop(shown, None)
        return other

    def data(self, path: str) -> bytes:
        content = self._unsaved.get(path)
        if content is None:
            return super().data(path)
        return content if isinstance(content, bytes) else encode(content)

    def _bytes(self, path: str) -> bytes:
        content = self._unsaved.get(path)
        if content is None:
            return super()._bytes(path)
        return content if isinstance(content, bytes) else content.encode("utf-8", "replace")

    def text(self, path: str) -> FileText | None:
        content = self._unsaved.get(path)
        if not isinstance(content, str) or path in self._texts:
            return super().text(path)
        if "\0" in content:
            self._remember(path, SourceError(ProblemKind.ENCODING, "source code cannot contain NUL characters"))
            self._texts[path] = None
            return None
        # The editor has decoded its text: an encoding cookie in it is meaningless.
        text = content.encode("utf-8", "replace").decode().removeprefix("\ufeff")
        self._texts[path] = FileText(text, None)
        return self._texts[path]
