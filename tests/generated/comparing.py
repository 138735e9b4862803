"""Compares what TensorFlow showed of a program with what the linter says of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.generated.composing import NONE, Composed
from tests.generated.judging import channels, is_unrolled, retraced, traced
from tests.generated.linting import Found
from tests.generated.running.protocol import Pair, Seen

TIRED = frozenset({"OutOfTime", "Killed"})
SPENT = frozenset({"TFA401", "TFA402", "TFA403", "TFA404", "TFA405"})
"""Rules about traces and the size of graphs, not about what a program does."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a program.

    `truth` is `hazard`, `harmless`, `intended` (the author asked for the difference) or, where the run says nothing about
    the hazard, `broken`: why is in `reason`. `missed` are the levels at which a hazard is not found; `false` are findings,
    with the level, that TensorFlow does not bear out; `beside` are findings of other lines or rules in a program that does
    differ, which nobody has judged.
    """

    program: Composed
    truth: str
    reason: str = ""
    missed: tuple[str, ...] = ()
    false: tuple[tuple[str, Found], ...] = ()
    beside: tuple[tuple[str, Found], ...] = ()


def compared(program: Composed, pair: Pair, found: dict[str, Sequence[Found]]) -> Verdict:
    """The verdict on one program; `found` has its findings by level."""
    truth, reason = _truth(program, pair)
    if truth == "broken":
        return Verdict(program, truth, reason)
    if truth == "hazard":
        missed = tuple(level for level, each in found.items() if not _is_found(program, each))
        beside = tuple(
            (level, each) for level, every in found.items() for each in every if not _is_expected(program, each)
        )
        return Verdict(program, truth, reason, missed, beside=beside)
    wrong = [(level, each) for level, every in found.items() for each in every if not _is_borne_out(pair, each)]
    return Verdict(program, truth, reason, false=tuple(wrong))


def _truth(program: Composed, pair: Pair) -> tuple[str, str]:
    if TIRED & {pair.eager.exception, pair.graph.exception}:
        return "broken", "out of time"
    if pair.eager.exception:
        return "broken", f"eager run raises {pair.eager.exception}: {_brief(pair.eager)}"
    differing = channels(pair, pattern=program.pattern)
    reason = ", ".join(sorted(differing))
    if program.expects & {"traces", "size"} and not differing:
        is_hazard = retraced(pair, 1 if "pair" in program.expects else 2) if "traces" in program.expects else is_unrolled(pair)
        return ("hazard" if is_hazard else "harmless"), str(traced(pair))
    if not differing:
        return "harmless", ""
    if program.intended:
        return "intended", reason
    if program.rule == NONE or not differing & program.expects:
        return "broken", f"differs in {reason} {pair.graph.exception} {_brief(pair.graph)}"
    if program.chosen.get("traced") == "no":
        # A dataset reads ahead of the loop over it, and prints and files are in another order.
        return "broken", f"differs in {reason}, although nothing is traced"
    return "hazard", reason


def _brief(seen: Seen) -> str:
    """The message of an exception in a line."""
    return " ".join(seen.message.split())[:120]


def _is_found(program: Composed, found: Sequence[Found]) -> bool:
    """Whether a finding of a fitting rule covers one of the lines of the hazard."""
    return any(
        each.covers(*place) and each.code in mark.codes
        for place, mark in program.places.items()
        if mark.is_hazard
        for each in found
    )


def _is_expected(program: Composed, found: Found) -> bool:
    return any(found.covers(*place) and found.code in mark.codes for place, mark in program.places.items())


def _is_borne_out(pair: Pair, found: Found) -> bool:
    """Whether a finding about traces is right: a function was traced more often than a first call explains."""
    return (found.code in SPENT and bool(retraced(pair))) or (found.code == "TFA401" and is_unrolled(pair))


def every(
    programs: Sequence[Composed], pairs: dict[str, Pair], found: dict[str, dict[str, list[Found]]]
) -> Iterator[Verdict]:
    """The verdicts on all programs; `found` has findings by level, then by program."""
    for program in programs:
        yield compared(
            program, pairs[program.name], {level: each.get(program.name, []) for level, each in found.items()}
        )
