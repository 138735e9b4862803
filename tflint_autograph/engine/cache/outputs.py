"""What runs have written: the same command over unchanged files writes it again. Renders nothing itself.

The text is believed as it is. That a folder of entries comes from somebody else is no danger: under each is how the system
described every file, to the nanosecond and the inode, and nobody can know that of files he does not have.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.cache import keys
from tflint_autograph.engine.cache.runs import PASSING, RunCache
from tflint_autograph.engine.workspace.files import Files
from tflint_autograph.model.record import record
from tflint_autograph.model.report import Output, Report


@record
class CachedOutput:
    """An output, good for as long as the files have these signs."""

    signs: str
    output: Output


class Outputs:
    """What runs over `paths` have written; `how` is all but the settings and the files that decides what is written."""

    def __init__(self, settings: Settings, paths: Sequence[str], how: Sequence[object]) -> None:
        """Raises UsageError when a path does not exist."""
        started = time.perf_counter()
        self._asked = repr((settings, tuple(paths), os.getcwd(), *how)).encode("utf-8", "surrogatepass")
        self.cache = RunCache(settings, Files(settings, paths, None), started)

    @cached_property
    def _name(self) -> str:
        return f"output-{keys.of_parts((*self.cache.kind, self._asked))}"

    def load(self) -> Output | None:
        """What was written the last time, where the system says of every file what it said then."""
        kept = self.cache.get(CachedOutput, self._name)
        if kept is None or kept.signs != self.cache.signs.digest:
            return None
        seconds = time.perf_counter() - self.cache.started
        stats = replace(kept.output.stats, seconds=seconds, phases=(("cache", seconds),))
        return replace(kept.output, stats=stats)

    def save(self, report: Report, output: Output) -> None:
        """Keep what was written of a report, unless the next run may say something else of the same code."""
        is_lasting = self.cache.signs.lasting and self.cache.files.wanted
        if not is_lasting or any(problem.kind in PASSING for problem in report.problems):
            return
        stats = replace(output.stats, parsed=0, cst_lines=0)
        self.cache.put(self._name, CachedOutput(self.cache.signs.digest, replace(output, stats=stats)))
