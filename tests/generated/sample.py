"""A small sample of programs that never changes, and what the linter is known to get wrong in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tests.generated.comparing import Verdict
from tests.generated.composing import NONE, Composed, compose
from tests.generated.report import runs

SEED, COUNT = "sample", 80
KNOWN = Path(__file__).with_name("known.txt")
_PARTS = ("root", "contexts", "hazard", "guard", "storage", "change", "use")


def programs() -> list[Composed]:
    """The programs of the sample."""
    return [compose(SEED, number) for number in range(COUNT)]


def disagreements(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """One line for each thing the linter gets wrong, in the order of the programs."""
    for verdict in verdicts:
        name = f"{verdict.program.name} {described(verdict.program)}"
        if verdict.truth == "broken":
            yield f"{name}: says nothing, {verdict.reason}"
        missed = [level for level in verdict.missed if runs(verdict, level)]
        if missed:
            yield f"{name}: {verdict.program.rule} is missed, {' and '.join(missed)}"
        levels: dict[str, list[str]] = {}
        for level, found in verdict.false:
            levels.setdefault(f"{found.code} in {found.path} line {found.first}", []).append(level)
        yield from (f"{name}: {what} is false, {' and '.join(dict.fromkeys(each))}" for what, each in levels.items())


def described(program: Composed) -> str:
    """What a program is composed of, in a few words."""
    chosen = (program.chosen.get(part, NONE) for part in _PARTS)
    return " | ".join(part for part in chosen if part != NONE)


def known() -> list[str]:
    """The lines of the list."""
    return [line for line in KNOWN.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def write(lines: Iterable[str]) -> None:
    """Write the list anew."""
    head = "# What the linter gets wrong in the sample. Written by `python -m tests.generated --sample`; a test holds it.\n"
    KNOWN.write_text(head + "".join(f"{line}\n" for line in lines), encoding="utf-8")
