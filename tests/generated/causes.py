"""Groups disagreements by what the programs have in common, so that causes are visible. Judges nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.generated.comparing import Verdict
from tests.generated.composing import NONE

_PARTS = (
    "root", "hazard", "guard", "storage", "change", "use", "driver", "package", "import", "target", "way", "nested", "enclosed", "round",
    "caller", "source", "place", "where", "reads", "changes",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that programs have in common: how many have it, how many of those disagree, and some of their names."""

    what: str
    disagree: int
    all: int
    names: tuple[str, ...]


def features(verdict: Verdict) -> Iterator[str]:
    """What a program is made of, one text a part, then pairs of parts."""
    chosen = verdict.program.chosen
    single = [
        f"{part}={chosen[part]}"
        for part in _PARTS
        if chosen.get(part, NONE) != NONE and (part, chosen[part]) != ("import", "plain")
    ]
    single += [f"context={hop}" for hop in set(chosen["contexts"].split(" > ")) if hop != NONE]
    rule = f"rule={verdict.program.rule}"
    family = f"family={chosen['hazard'].partition('.')[0]}"
    yield from single
    yield rule
    for each in single:
        if not each.startswith("hazard="):
            yield f"{rule} {each}"
            yield f"{family} {each}"
    yield from (
        f"{one} {other}"
        for one in single
        for other in single
        if one.startswith("storage=") and other.startswith(("hazard=", "root="))
    )


def causes(all_of: Sequence[Verdict], wrong: Sequence[Verdict], *, share: float = 0.6, least: int = 2) -> list[Cause]:
    """What explains the most disagreements, again and again without those that are explained.

    A part counts as a cause where at least this share of the programs that have it disagree, of those not yet explained.
    """
    having: defaultdict[str, set[str]] = defaultdict(set)
    for verdict in all_of:
        for feature in features(verdict):
            having[feature].add(verdict.program.name)
    left = {verdict.program.name: verdict for verdict in wrong}
    found: list[Cause] = []
    explained: set[str] = set()
    while left:
        counts = Counter(feature for verdict in left.values() for feature in features(verdict))
        fitting = [
            (count, feature)
            for feature, count in counts.items()
            if count >= least and count >= share * len(having[feature] - explained)
        ]
        if not fitting:
            break
        count, feature = max(fitting, key=lambda each: (each[0], -len(each[1]), each[1]))
        names = sorted(having[feature] & set(left))
        found.append(Cause(feature, count, len(having[feature]), tuple(names)))
        explained |= set(names)
        for name in names:
            del left[name]
    return [*found, *(Cause("alone: " + _told(verdict), 1, 1, (name,)) for name, verdict in sorted(left.items()))]


def _told(verdict: Verdict) -> str:
    chosen = verdict.program.chosen
    return ", ".join(
        f"{part} {chosen[part]}" for part in ("root", "contexts", *_PARTS[1:6]) if chosen.get(part, NONE) != NONE
    )
