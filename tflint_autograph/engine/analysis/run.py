"""The analysis of one set of paths: its files, its program, and the boundary that catches internal errors."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis.progress import Progress, untold
from tflint_autograph.engine.workspace.files import Files
from tflint_autograph.facts.has_suppressions import is_addressed
from tflint_autograph.model.directives import Comment
from tflint_autograph.model.finding import Finding, Problem, ProblemKind
from tflint_autograph.model.location import Span

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from tflint_autograph.engine.analysis.program import Program
    from tflint_autograph.engine.cache.runs import RunCache
    from tflint_autograph.engine.workspace.memory import Memory
    from tflint_autograph.engine.workspace.warm_state import WarmState
    from tflint_autograph.project.index.modules import ModuleIndex


class AnalysisRun:
    """The analysis of one set of paths. `overlay` maps absolute paths to bytes that replace files."""

    def __init__(
        self, settings: Settings, paths: Sequence[str], stdin: tuple[str, bytes] | None, *, strict: bool = False,
        overlay: Mapping[str, bytes] | None = None, executor: Executor | None = None, files: Files | None = None,
        memory: Memory | None = None, progress: Progress = untold, index: ModuleIndex | None = None,
        residents: WarmState | None = None, cache: RunCache | None = None,
    ) -> None:  # fmt: skip
        """`files` and `residents` are kept between runs, `cache` belongs to the files; `memory` and `index` are those of a component.

        `pause` is called between pieces of work, where a run can be cancelled; `parts` are the runs on warm state.
        """
        self.settings = settings
        self.executor = executor
        self.paths = tuple(paths)
        self.strict = strict
        self.progress = progress
        self.phases: list[tuple[str, float]] = []
        self.bugs: dict[str, Problem] = {}
        self.cst_lines = 0
        self.parsed = 0
        self.index = index
        self.started = time.perf_counter() if cache is None else cache.started
        self.files = files or (Files(settings, paths, stdin, overlay or {}) if cache is None else cache.files)
        self.memory = memory
        self.residents = residents
        self.cache = cache
        self.parts: dict[tuple[str, ...], AnalysisRun] = {}
        self.pause: Callable[[], None] = _go_on

    @cached_property
    def program(self) -> Program:
        """The analysed program. Created on first use, since importing the analysis takes longer than a cached run."""
        from tflint_autograph.engine.analysis.program import Program

        return Program(self.settings, self.files, self.guard, self.memory, self.progress, self.index)

    @property
    def is_built(self) -> bool:
        """Whether the program has been created."""
        return "program" in vars(self)

    def part(self, files: Files, index: ModuleIndex, *, memory: Memory | None = None, jobs: str | None, progress: Progress) -> AnalysisRun:
        """Returns a run like this one over some of its files, with other `jobs` if given."""
        settings = self.settings if jobs is None else replace(self.settings, jobs=jobs)
        part = AnalysisRun(
            settings, self.paths, None, strict=self.strict, files=files, index=index, memory=memory, progress=progress
        )  # fmt: skip
        part.pause = self.pause
        return part

    def keep(self) -> None:
        """Stores results in the memory for the next run, unless an internal error cut this one short."""
        assert self.memory is not None
        if self.bugs:
            self.memory.let_go()
        elif self.program.resumption is not None:
            self.program.resumption.keep()

    def let_go(self) -> None:
        """Frees the program, which cannot be used any more."""
        if self.is_built:
            self.program.let_go()
            del self.program

    def comments(self, found: Mapping[str, Sequence[Finding]]) -> dict[str, tuple[Comment, ...]]:
        """Returns the suppression comments of the wanted files, by file. Where nothing is found, `noqa` is ignored."""
        said = [path for path in self.files.wanted if found.get(path) or self.files.has_directive(path)]
        addressed = [path for path in said if self._is_addressed(path)]
        if not addressed:
            return {}
        from tflint_autograph.engine.analysis.comments import comments

        every = {path: comments(path, self.files, self.guard) for path in addressed}
        return {path: known for path, known in every.items() if known}

    def _is_addressed(self, path: str) -> bool:
        text = self.files.analysed(path)
        found = text is not None and is_addressed(text.text)
        if not found:
            self.files.release(path)
        return found

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Adds the seconds that a block takes to the phases."""
        start = time.perf_counter()
        yield
        self.phases.append((name, time.perf_counter() - start))

    def guard(self, path: str, work: Callable[[], None], *, place: Span | None = None, lost: str = "") -> bool:
        """Runs work in the boundary that catches internal errors, which cost one file and never the run. Returns whether there was none.

        The problem is reported at `place`, or at the top of the file; `lost` says what could not be checked.
        """
        self.pause()
        try:
            work()
        except SyntaxError:
            raise
        except (RecursionError, MemoryError):
            from tflint_autograph.engine.analysis.program import TOO_DEEP

            self.files.reject(path, ProblemKind.TOO_DEEP, TOO_DEEP)
        except Exception as error:
            from tflint_autograph.engine.analysis.internal_errors import internal_error, is_interruption

            if self.strict or is_interruption(error):
                raise
            self.bugs[path] = internal_error(error, place or Span.point(path), lost)
            return False
        return True


def _go_on() -> None:
    """Never cancels."""
