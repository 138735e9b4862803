"""Runs and checks programs, and compares; what seems to disagree is run once more in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.generated.comparing import Verdict, every
from tests.generated.composing import Composed
from tests.generated.linting import LEVELS, findings
from tests.generated.running.running import observe, written


def checked(programs: Sequence[Composed], folder: Path, *, jobs: int = 2) -> list[Verdict]:
    """The verdict on each program, in their order.

    Programs share a process with others. Those that disagree with the linter, or say nothing, run once more alone, and
    that run counts.
    """
    texts = folder / "programs"
    texts.mkdir(parents=True)
    written(programs, texts)
    found = {level: findings(texts, pedantic=level == "pedantic", jobs=jobs) for level in LEVELS}
    pairs = observe(programs, texts, jobs=jobs)
    again = {
        verdict.program.name
        for verdict in every(programs, pairs, found)
        if verdict.missed or verdict.false or verdict.truth == "broken"
    }
    pairs |= observe(
        [program for program in programs if program.name in again], texts, jobs=jobs, batch=1, seconds=90.0
    )
    return list(every(programs, pairs, found))
