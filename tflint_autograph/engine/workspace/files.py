"""The files of a run: which ones, their text, and why some could not be read. Parses nothing."""

from __future__ import annotations

import copy
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.settings import Settings
from tflint_autograph.model.finding import Problem, ProblemKind
from tflint_autograph.model.location import Span
from tflint_autograph.model.paths import written
from tflint_autograph.model.record import record
from tflint_autograph.source.discover import DEFAULT_LIMIT, Discovery, discover, read, too_large
from tflint_autograph.source.text import SourceError, decode, split_lines

if TYPE_CHECKING:
    from tflint_autograph.model.facts import ModuleFacts
    from tflint_autograph.model.trace import Trace
    from tflint_autograph.source.notebook import Notebook

_WORDS = (b"tensorflow", b"keras", b"tf.function", b"tf.data.", b".add_argument(")
"""Words of which a file contains one that has a root of its own, or says that an attribute is an option of the command line.

Other files are read when traced code calls them. `tf.function` and `tf.data.` are for files that get `tf` from another module.
"""

_UNLIMITED = 1 << 62

_FLAGS = {(one, other): (one, other) for one in (False, True) for other in (False, True)}
"""One shared object for each pair of flags that `Files` keeps: a large project has ten thousand files."""


@record
class FileText:
    """The text of a module as it is analysed; a notebook's cells are joined."""

    text: str
    notebook: Notebook | None

    @property
    def lines(self) -> tuple[str, ...]:
        """Returns the lines without line ends. Split on each call, since texts take less memory."""
        return split_lines(self.text)


class Files:
    """The wanted files, to which the report is limited, and all other files of the project, which may call them.

    Paths are POSIX style, relative to the root. `named` were given explicitly, not found in a folder. `overlay` maps absolute paths to
    bytes that replace files; it wins over `stdin`.
    """

    def __init__(
        self,
        settings: Settings,
        paths: Sequence[str],
        stdin: tuple[str, bytes] | None,
        overlay: Mapping[str, bytes] | None = None,
        *,
        alone: bool = False,
    ) -> None:
        """With `alone`, the paths are all files: no others of the project are searched."""
        self.problems: dict[str, Problem] = {}
        standard = {} if stdin is None else {os.path.abspath(stdin[0]): stdin[1]}
        self.overlay = standard | dict(overlay or {})
        wanted = discovered(settings, paths if stdin is None else ())
        self.problems.update({problem.span.path: problem for problem in wanted.problems})
        is_all = stdin is None and [os.path.abspath(path) for path in paths] == [os.path.abspath(settings.root)]
        project = wanted if is_all or alone else discovered(settings, (str(settings.root),))
        self.absolute = {**project.files, **wanted.files}
        self.wanted = tuple(wanted.files)
        named = {os.path.abspath(path) for path in paths if not os.path.isdir(path)}
        self.named = frozenset(display for display in self.wanted if self.absolute[display] in named) if named else frozenset()
        for path in standard:
            display = shown_path(path, settings)
            self.absolute[display] = path
            self.wanted, self.named = (display,), frozenset((display,))
        own = [name.rpartition(".")[2].encode() for name in settings.extra_roots]
        self._words = tuple(_WORDS) + tuple(own)
        self._texts: dict[str, FileText | None] = {}
        self._data: dict[str, bytes] = {}
        self._keeps = True
        self._known: dict[str, tuple[bool, bool]] = {}

    def forget(self) -> None:
        """Releases the bytes kept for the parser, and keeps none from now on."""
        self._data.clear()
        self._keeps = False

    def part(self, paths: Collection[str]) -> Files:
        """Returns a view of these files with the texts that are in memory, but without recorded problems."""
        other = copy.copy(self)
        other.absolute = {path: self.absolute[path] for path in paths}
        other.wanted = tuple(path for path in self.wanted if path in other.absolute)
        other.named = self.named & other.absolute.keys()
        other.problems, other._texts = {}, {}
        other._data = {path: self._data.pop(path) for path in paths if path in self._data}
        other._known = {path: self._known[path] for path in paths if path in self._known}
        return other

    def all(self) -> tuple[str, ...]:
        """Returns every file of the project in path order."""
        return tuple(sorted(self.absolute))

    def is_relevant(self, path: str) -> bool:
        """Whether the file's bytes contain a word of TensorFlow, Keras or an extra root."""
        return self._flags(path)[0]

    def has_directive(self, path: str) -> bool:
        """Whether the file's bytes contain a word that can begin a suppression comment."""
        return self._flags(path)[1]

    def _flags(self, path: str) -> tuple[bool, bool]:
        """Returns both flags for the bytes of the file, which is read once. Relevant files are kept until they are parsed."""
        if path not in self._known:
            self.looked(path)
        return self._known[path]

    def looked(self, path: str) -> bytes:
        """Returns the current bytes of a file, recorded as read. Empty if it cannot be read."""
        # A run that has read these files before needs none of them.
        from tflint_autograph.facts.has_suppressions import is_addressed_in

        data = self._bytes(path)
        relevant = any(word in data for word in self._words)
        self._known[path] = _FLAGS[relevant, is_addressed_in(data)]
        if relevant and self._keeps and len(data) <= DEFAULT_LIMIT:
            self._data[path] = data
        return data

    def size(self, path: str) -> int:
        """Returns the size of a file in bytes, 0 if it is gone."""
        data = self.overlay.get(self.absolute[path])
        try:
            return os.path.getsize(self.absolute[path]) if data is None else len(data)
        except OSError:
            return 0

    def data(self, path: str) -> bytes:
        """Returns the current bytes of a file, which may differ from those that were analysed. Raises SourceError."""
        data = self.overlay.get(self.absolute[path])
        return read(self.absolute[path], _UNLIMITED) if data is None else data

    def _bytes(self, path: str) -> bytes:
        """Returns the content of the file, or empty bytes if it cannot be read."""
        kept = self._data.pop(path, None)
        try:
            return self.data(path) if kept is None else kept
        except SourceError as error:
            self._remember(path, error)
            return b""

    def text(self, path: str) -> FileText | None:
        """Returns the text of a file; None, with a problem recorded, if it cannot be read or is too large to be written by hand."""
        if path not in self._texts:
            try:
                self._texts[path] = as_text(path, self._bytes(path))
            except SourceError as error:
                self._remember(path, error)
                self._texts[path] = None
        return self._texts[path]

    def release(self, path: str) -> None:
        """Releases the text of a module, which is read again on demand. Notebooks are kept."""
        if not path.endswith(".ipynb"):
            self._texts.pop(path, None)

    def _remember(self, path: str, error: SourceError) -> None:
        if path in self.wanted and (path in self.named or error.kind is not ProblemKind.IO):
            self.problems[path] = error.problem(path)

    def reject(
        self, path: str, kind: ProblemKind, message: str, line: int = 1, column: int = 1, *, partial: bool = False
    ) -> None:  # fmt: skip
        """Records why a wanted file, or a part of it, could not be checked."""
        if path in self.wanted:
            place = self.in_cell(Span.point(path, max(line, 1), max(column, 1)))
            self.problems[path] = Problem(kind, message, place, partial=partial)

    def is_lost(self, path: str) -> bool:
        """Whether nothing in the file could be checked."""
        return path in self.problems and not self.problems[path].partial

    def reject_syntax(self, path: str, error: SyntaxError) -> None:
        """Records the syntax error of a wanted file."""
        self.reject(path, ProblemKind.SYNTAX, error.msg, error.lineno or 1, error.offset or 1)

    def reject_cells(self, path: str, notebook: Notebook) -> None:
        """Records the unreadable cells of a wanted notebook. The others are checked without them."""
        if notebook.broken:
            first, *more = notebook.broken
            left = f"this cell and {len(more)} more are" if more else "this cell is"
            message = f"{first.message}; {left} left out"
            self.reject(path, first.kind, message, first.line, first.column, partial=True)

    def analysed(self, path: str) -> FileText | None:
        """Returns the text that is analysed: that of `text`, possibly with different gaps between its parts."""
        return self.text(path)

    def fits(self, path: str, facts: ModuleFacts | None) -> bool:
        """Whether the facts of the analysed text (None after a syntax error) are usable; otherwise there is another text to try."""
        return True

    def shown(self, span: Span) -> Span:
        """Converts a span of the analysed text to what the user sees."""
        return self.in_cell(span)

    def shown_trace(self, trace: Trace) -> Trace:
        """Converts all steps of a trace to what the user sees."""
        return replace(trace, steps=tuple(replace(step, span=self.shown(step.span)) for step in trace.steps))

    def in_cell(self, span: Span) -> Span:
        """Converts a span of the module to what the user sees: in a notebook, the span in its cell."""
        text = self.text(span.path) if span.path.endswith(".ipynb") else None
        return text.notebook.locate(span) if text is not None and text.notebook is not None else span

    def notebooks(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yields the notebooks among the files with their stored bytes."""
        yield from ((path, self._bytes(path)) for path in paths if path.endswith(".ipynb") and self.sources(path))

    def sources(self, path: str) -> list[tuple[tuple[str, int | None], tuple[str, ...]]]:
        """Returns the lines of the file, or of each cell, for code frames."""
        text = self.text(path) if path in self.absolute else None
        if text is None:
            return []
        if text.notebook is None:
            return [((path, None), text.lines)]
        return [((path, cell.number), cell.lines) for cell in text.notebook.cells]


def as_text(path: str, data: bytes) -> FileText:
    """Decodes the bytes of a file to a module. Raises SourceError."""
    if path.endswith(".ipynb"):
        from tflint_autograph.source.notebook import parse

        notebook = parse(data)
        return FileText(notebook.text, notebook)
    if len(data) > DEFAULT_LIMIT:
        raise too_large(len(data), DEFAULT_LIMIT)
    text = decode(data).text
    return FileText(text, None)


def discovered(settings: Settings, paths: Sequence[str]) -> Discovery:
    """Finds the files below `paths`. Raises UsageError for a path that does not exist or an invalid pattern."""
    try:
        found = discover(
            paths,
            root=settings.root,
            exclude=settings.exclude,
            extend_exclude=settings.extend_exclude,
            force_exclude=settings.force_exclude,
        )
    except ValueError as error:
        raise UsageError(f"a pattern of `exclude` means nothing: {error}") from None
    if found.missing:
        raise UsageError(f"{found.missing[0]} does not exist" if found.missing[0] else "an empty path was passed")
    return found


def shown_path(path: str, settings: Settings) -> str:
    """Returns the path of a file for reports: POSIX style, relative to the root if it is below it."""
    below = written(Path(path), settings.root)
    return below if not below.startswith("..") else Path(path).as_posix()
