"""Incremental runs of a session: starts from the results of the last run. Imported only by sessions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tflint_autograph.engine.workspace.memory import Memory
from tflint_autograph.model.facts import ModuleFacts
from tflint_autograph.project.incremental.query_database import QueryDatabase
from tflint_autograph.project.incremental.tracked_analysis import TrackedAnalysis, TrackedRoots, TrackedTracing
from tflint_autograph.project.incremental.tracked_project import TrackedProject, edited_input_readers
from tflint_autograph.project.index.modules import ModuleIndex
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.queries.memo import QueryKey


class Resumption:
    """The parts of a program that share a query database. `load` returns the facts of a path, `given` are the settings of the analysis."""

    def __init__(
        self, memory: Memory, index: ModuleIndex, load: Callable[[str], ModuleFacts | None],
        guard: Callable[[str, Callable[[], None]], object], *given: Any,
    ) -> None:  # fmt: skip
        self._memory = memory
        self._load = load
        self._aside = SourceProject(index, load, memory.lower, memory.read)
        self.database = QueryDatabase(memory.answers)
        self.project = TrackedProject(self.database, index, load, memory.lower, memory.read)
        self.analysis = TrackedAnalysis(self.database, self.project, *given)
        self.roots = TrackedRoots(self.analysis)
        self.tracing = TrackedTracing(self.analysis, self.roots, guard)

    def begin(self) -> None:
        """Takes over the results that the edits since the last run leave valid. Called after the required files are read."""
        initial, readers = self.project.begin(), self._memory.readers
        if initial != self._memory.initial:
            self.database.kept = {}
        elif readers is not None:
            # Read without recording: what a result needs is read in the course of the run, and not before.
            look, changed = edited_input_readers(self._aside), list[QueryKey]()
            for path in readers.changed(self._load):
                contents, new = readers.contents(path, look)
                changed += new
                if path in initial:
                    self.database.preload(contents)
            self.database.invalidated = readers.dependents(changed)
            self.database.wholes, self.database.is_read = readers.wholes, readers.is_read

    def release(self) -> None:
        """Frees what the run knows, after its results are kept: its parts refer to each other, and the collector would walk them all."""
        for part in (*self.database.owners, self.analysis.eager_functions, self.tracing, self.roots, self.analysis, self.project, self.database):
            vars(part).clear()

    def keep(self) -> None:
        """Keeps the results for the next run, unless deeply nested code cut the run short."""
        if self.project.too_deep or self.project.initial is None:
            self._memory.let_go()
            return
        facts = {path: self.project.facts(path) for path in self.project.asked()}
        self._memory.keep(self.database, self.project.initial, facts)
