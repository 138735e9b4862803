"""A project that is checked repeatedly while its files are edited. Independent of editor protocols."""

from __future__ import annotations

import copy
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.pipeline import Run
from tflint_autograph.engine.results import AnalysisResult
from tflint_autograph.engine.workspace.buffers import Buffers
from tflint_autograph.engine.workspace.import_components import Islands
from tflint_autograph.engine.workspace.warm_state import WarmState
from tflint_autograph.model.finding import ProblemKind
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.record import record
from tflint_autograph.model.report import Report
from tflint_autograph.model.trace import Trace
from tflint_autograph.project.tracing.tracing import Tracing

_BROKEN = (ProblemKind.SYNTAX, ProblemKind.ENCODING, ProblemKind.NOTEBOOK)


class Cancelled(BaseException):
    """Raised when a run is cancelled. Not an Exception, so that it is not reported as an internal error."""


@record
class TracedDef:
    """A traced def of a checked file: the place of its name, its dotted name and why it is traced."""

    span: Span
    name: str
    trace: Trace


@record
class Checked:
    """The results of one run for the wanted files."""

    report: Report
    traced: tuple[TracedDef, ...]


class EditSession:
    """One project with its warm state. Paths are absolute in arguments, and project paths in reports.

    `recomputed` counts, by kind, the results that the last run had to recompute.
    """

    def __init__(self, settings: Settings, *, alone: bool = False) -> None:
        """With `alone`, the project consists only of files passed to `put` or `touched`. Raises UsageError as a check does."""
        self.settings = settings
        self.buffers = Buffers(settings, alone=alone)
        self._residents = WarmState(forgives=True)
        self.recomputed: Mapping[str, int] = {}

    def copy(self, *, saved: bool = False) -> EditSession:
        """Returns a copy of the session whose edits are independent; with `saved`, without unsaved edits."""
        other = copy.copy(self)
        other.buffers = self.buffers.saved() if saved else self.buffers.copy()
        other._residents = self._residents.copy()
        return other

    def put(self, path: str, text: str | None, notebook: bytes | None = None) -> str:
        """Replaces a file by unsaved text, or by a notebook's JSON; with neither, by the file on disk. Returns its project path."""
        return self.buffers.put(path, text, notebook)

    def touched(self, path: str) -> str:
        """Records that a file changed on disk, appeared or disappeared. Returns its project path."""
        shown = self.buffers.touched(path)
        if not os.path.exists(path):
            self._residents.forget(shown)
        return shown

    def check(self, wanted: Collection[str], cancelled: Callable[[], bool] = lambda: False) -> Checked:
        """Checks the wanted files, by project path, as a check of the whole project would.

        Raises Cancelled as soon as `cancelled` returns True. A file with a syntax error has no findings but the problem; for the rest of
        the project its last valid version counts.
        """
        self.buffers.limit(wanted)
        self.buffers.forgive()
        run = _Run(self.settings, self.buffers, self._residents, self._islands(), cancelled)
        report = run.report(Adoption(self.settings))
        self._residents.settle(run.seen or ())
        parts = [part.program for part in run.parts.values()]
        self.recomputed = sum((each.resumption.database.computed for each in parts if each.resumption), Counter[str]())
        kept = set(self.buffers.wanted)
        broken = {problem.span.path for problem in report.problems if problem.kind in _BROKEN and not problem.partial}
        findings = tuple(each for each in report.findings if each.span.path not in broken)
        problems = tuple(each for each in report.problems if each.span.path in kept)
        shown = replace(report, findings=findings, problems=problems)
        traced = (each for part in parts for each in self._traced(part.tracing, kept - broken))
        checked = Checked(shown, tuple(sorted(traced, key=lambda each: each.span.sort_key())))
        for each in parts:
            if each.resumption:
                each.resumption.release()
        return checked

    def joined(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Returns these files and all files that an edit of one of them can affect, in path order."""
        asked = set(paths)
        return tuple(sorted(path for island in self._islands() if not asked.isdisjoint(island) for path in island))

    def _islands(self) -> Islands:
        return self._residents.islands(self.buffers, self.settings.source_roots, self.settings.package)

    @property
    def kept(self) -> int:
        """Returns how many results the next run can reuse."""
        return self._residents.kept

    def _traced(self, tracing: Tracing, wanted: Collection[str]) -> Iterator[TracedDef]:
        for key, trace in sorted(tracing.traces.items(), key=lambda item: item[0]):
            fact = tracing.project.function(key) if key.path in wanted else None
            if fact is None or fact.is_lambda:
                continue
            header = fact.header
            place = Span(key.path, Position(header.line, header.column), Position(header.end_line, header.end_column))
            yield TracedDef(self.buffers.shown(place), tracing.project.display(key), self.buffers.shown_trace(trace))


class _Run(Run):
    """A run that can be cancelled between two pieces of work."""

    def __init__(
        self, settings: Settings, files: Buffers, residents: WarmState, islands: Islands, cancelled: Callable[[], bool]
    ) -> None:
        super().__init__(settings, (), None, files=files, residents=residents)
        self._known = islands
        self._cancelled = cancelled
        self.pause = self._give_up

    def _give_up(self) -> None:
        if self._cancelled():
            raise Cancelled

    def _result_cached(self) -> AnalysisResult:
        # Files on disk are kept in memory, and a text being typed is analysed once.
        return self.analyse_project(self._known)
