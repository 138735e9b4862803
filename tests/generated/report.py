"""The report of a run: recall by rule, false findings, and disagreements by what the programs have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tests.generated.causes import causes
from tests.generated.comparing import Verdict
from tests.generated.composing import NONE
from tests.generated.linting import LEVELS
from tests.generated.parts.hazards import FIRST
from tflint_autograph.rules.catalogue import known


def told(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """The lines of the report."""
    counts = Counter(verdict.truth for verdict in verdicts)
    yield f"{len(verdicts)} programs: " + ", ".join(f"{count} {truth}" for truth, count in sorted(counts.items()))
    yield from _recall(verdicts)
    yield from _false(verdicts)
    for level in LEVELS:
        missed = [verdict for verdict in verdicts if level in verdict.missed and runs(verdict, level)]
        yield f"\nmissed {level}: {len(missed)}, by what the programs have in common"
        hazards = [verdict for verdict in verdicts if verdict.truth == "hazard"]
        yield from _grouped(hazards, missed)
    yield from _beside(verdicts)
    yield from _broken(verdicts)


def runs(verdict: Verdict, level: str) -> bool:
    """Whether the rule of a program's hazard is one that runs at the level."""
    return level == "pedantic" or any(rule.code == verdict.program.rule and rule.default for rule in known())


def recall(verdicts: Sequence[Verdict], rules: Sequence[str], level: str) -> tuple[int, int]:
    """How many hazards of the rules are found at the level, and how many there are of rules that run at it."""
    hazards = [
        verdict
        for verdict in verdicts
        if verdict.truth == "hazard" and verdict.program.rule in rules and runs(verdict, level)
    ]
    return sum(level not in verdict.missed for verdict in hazards), len(hazards)


def _recall(verdicts: Sequence[Verdict]) -> Iterator[str]:
    yield "\nrule     hazards  default  pedantic"
    rules = sorted({verdict.program.rule for verdict in verdicts if verdict.truth == "hazard"})
    for title, chosen in [*((rule, (rule,)) for rule in rules), ("the first rules", FIRST), ("all", tuple(rules))]:
        (default, shown), (pedantic, count) = (recall(verdicts, chosen, level) for level in LEVELS)
        if count:
            yield f"{title:<16} {count:5}  {f'{default / shown:6.1%}' if shown else '     -'}  {pedantic / count:6.1%}"


def _false(verdicts: Sequence[Verdict]) -> Iterator[str]:
    for level in LEVELS:
        wrong = [verdict for verdict in verdicts if any(each == level for each, _ in verdict.false)]
        yield f"\nfalse findings {level}: {sum(each == level for verdict in wrong for each, _ in verdict.false)} in {len(wrong)} programs"
        codes = Counter(found.code for verdict in wrong for each, found in verdict.false if each == level)
        yield "  " + ", ".join(f"{code} {count}" for code, count in codes.most_common())
        yield from _grouped([verdict for verdict in verdicts if verdict.truth in ("harmless", "intended")], wrong)


def _grouped(all_of: Sequence[Verdict], wrong: Sequence[Verdict]) -> Iterator[str]:
    for cause in causes(all_of, wrong):
        yield f"  {cause.disagree:4} of {cause.all:4}  {cause.what}  ({', '.join(cause.names[:5])})"


def _beside(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Findings of other lines or rules in programs that do differ."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for verdict in verdicts:
        for level, found in verdict.beside:
            if level == "pedantic":
                kinds.setdefault((found.code, verdict.program.chosen["hazard"]), []).append(verdict.program.name)
    yield f"\nfindings beside the hazard (pedantic): {sum(map(len, kinds.values()))}"
    for (code, hazard), names in sorted(kinds.items(), key=lambda each: -len(each[1]))[:40]:
        yield f"  {len(names):4}  {code} beside {hazard}  ({', '.join(names[:4])})"


def _broken(verdicts: Sequence[Verdict]) -> Iterator[str]:
    broken = [verdict for verdict in verdicts if verdict.truth == "broken"]
    yield f"\nprograms that say nothing of their hazard: {len(broken)}"
    for verdict in broken[:60]:
        chosen = verdict.program.chosen
        parts = (chosen.get(part, NONE) for part in ("root", "contexts", "hazard", "guard", "storage"))
        yield f"  {verdict.program.name}  {' | '.join(part for part in parts if part != NONE)}: {verdict.reason}"
