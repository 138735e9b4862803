"""What the linter reports for programs that are written to a folder, by default and in pedantic mode."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tests.programs import settings_of
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.pipeline import check_paths

LEVELS = ("default", "pedantic")


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A finding: its program, its file within it, its first and last line, and what it says."""

    program: str
    path: str
    first: int
    last: int
    code: str
    confidence: str
    message: str

    def covers(self, path: str, line: int) -> bool:
        """Whether the line is one of the finding's."""
        return self.path == path and self.first <= line <= self.last


Findings = dict[str, list[Found]]
"""The findings by program."""


def findings(folder: Path, *, pedantic: bool, jobs: int = 1) -> Findings:
    """Check each program below the folder by itself: what other programs do or are called must not say anything of it."""
    programs = sorted(each for each in folder.iterdir() if each.is_dir())
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as executor:
        found = executor.map(partial(_found, pedantic=pedantic), programs, chunksize=8)
        return {program.name: each for program, each in zip(programs, found, strict=True) if each}


def _found(program: Path, *, pedantic: bool) -> list[Found]:
    settings = settings_of(program, select=("ALL",)) if pedantic else Settings(root=program)
    report = check_paths(replace(settings, exclude=(), jobs="1"), (str(program),), strict=True)
    if report.problems:
        raise RuntimeError(str(report.problems[:3]))
    return sorted(
        Found(
            program.name,
            each.span.path,
            each.span.start.line,
            max(each.span.start.line, each.span.end.line),
            each.code,
            each.confidence.value,
            each.message,
        )
        for each in report.findings
    )
