"""Caches the output of runs: the same command over unchanged files writes it again.

The text is not verified. A cache folder from someone else is harmless: each entry contains the metadata of every file, to the nanosecond
and the inode, which others cannot know.
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
    """An output that is valid as long as the files have these signs."""

    signs: str
    output: Output


class Outputs:
    """The outputs of runs over `paths`. `how` is everything besides the settings and files that determines the output."""

    def __init__(self, settings: Settings, paths: Sequence[str], how: Sequence[object]) -> None:
        """Raises UsageError when a path does not exist."""
        started = time.perf_counter()
        self._asked = repr((settings, tuple(paths), os.getcwd(), *how)).encode("utf-8", "surrogatepass")
        self.cache = RunCache(settings, Files(settings, paths, None), started)
        # `confirm` says something of findings whose files stay as they are
        self._verdicts = self.cache.store.get(keys.of_verdicts(settings)) or b""

    @cached_property
    def _name(self) -> str:
        return f"output-{keys.of_parts((*self.cache.kind, self._asked, self._verdicts))}"

    def load(self) -> Output | None:
        """Returns the last output if the metadata of all files is unchanged, else None."""
        kept = self.cache.get(CachedOutput, self._name)
        if kept is None or kept.signs != self.cache.signs.digest:
            return None
        seconds = time.perf_counter() - self.cache.started
        stats = replace(kept.output.stats, seconds=seconds, phases=(("cache", seconds),))
        return replace(kept.output, stats=stats)

    def save(self, report: Report, output: Output) -> None:
        """Stores the output of a report, unless the next run may report something else for the same code."""
        is_lasting = self.cache.signs.lasting and self.cache.files.wanted
        if not is_lasting or any(problem.kind in PASSING for problem in report.problems):
            return
        stats = replace(output.stats, parsed=0, cst_lines=0)
        self.cache.put(self._name, CachedOutput(self.cache.signs.digest, replace(output, stats=stats)))
