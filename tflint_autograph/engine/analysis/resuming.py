"""The whole program of a session's run: made of what the last one has left. Only sessions import it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tflint_autograph.engine.workspace.memory import Memory
from tflint_autograph.model.facts import ModuleFacts
from tflint_autograph.project.incremental.query_database import QueryDatabase
from tflint_autograph.project.incremental.tracked_analysis import TrackedAnalysis, TrackedRoots, TrackedTracing
from tflint_autograph.project.incremental.tracked_project import TrackedProject, looks
from tflint_autograph.project.index.modules import ModuleIndex
from tflint_autograph.project.index.project import SourceProject


class Resumption:
    """The parts of a program, which share a ledger. `load` gives the facts of a path, `given` are the analysis' settings."""

    def __init__(
        self, memory: Memory, index: ModuleIndex, load: Callable[[str], ModuleFacts | None],
        guard: Callable[[str, Callable[[], None]], object], *given: Any,
    ) -> None:  # fmt: skip
        self._memory = memory
        self._load = load
        self._aside = SourceProject(index, load, memory.lower, memory.read)
        self.ledger = QueryDatabase(memory.answers)
        self.project = TrackedProject(self.ledger, index, load, memory.lower, memory.read)
        self.analysis = TrackedAnalysis(self.ledger, self.project, *given)
        self.roots = TrackedRoots(self.analysis)
        self.tracing = TrackedTracing(self.analysis, self.roots, guard)

    def begin(self) -> None:
        """Take all that the edits since the last run have not touched, once the files are read that are in any case."""
        initial, readers = self.project.begin(), self._memory.readers
        if initial != self._memory.initial:
            self.ledger.kept = {}
        elif readers is not None:
            # Looked at on the side: what an answer asks for is read in the course of the run, and not before.
            self.ledger.touched = readers.touched(readers.changed(self._load), looks(self._aside))
            self.ledger.wholes = readers.wholes

    def keep(self) -> None:
        """Know for the next run what this one worked out, unless code that is too deep cut it short."""
        if self.project.too_deep or self.project.initial is None:
            self._memory.let_go()
            return
        facts = {path: self.project.facts(path) for path in self.project.asked()}
        self._memory.keep(self.ledger, self.project.initial, facts)
