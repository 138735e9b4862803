"""Compares what is reported for a program and for the same program written in another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tests.metamorphic.findings import Found
from tests.metamorphic.places import Correspondence, Place


@dataclass(frozen=True, slots=True)
class Difference:
    """A finding of one side alone, or one of both sides whose severity or confidence differs."""

    old: Found | None
    new: Found | None

    @property
    def code(self) -> str:
        """The rule it is about."""
        found = self.old or self.new
        assert found is not None
        return found.code

    @property
    def sign(self) -> str:
        """`-` lost, `+` new, `~` at another level."""
        return "-" if self.new is None else "+" if self.old is None else "~"

    def __str__(self) -> str:
        found = self.old or self.new
        assert found is not None
        levels = f"{'/'.join(found.level)}"
        if self.old and self.new:
            levels = f"{levels} -> {'/'.join(self.new.level)}"
        return f"{self.sign} {found.place} {found.code} {levels}: {found.message}"


Places = Callable[[Place], frozenset[Place]]
"""Gives the places of the original that a place stands for."""


def differences(
    old: Sequence[Found], new: Sequence[Found], before: Correspondence, after: Correspondence
) -> list[Difference]:
    """What the linter says of one program and not of the other. `before` is the identity of the original's places."""
    left, right = list(old), list(new)
    changed: list[Difference] = []
    for keeps_level in (True, False):
        for places in ((before.of, after.of), (before.within, after.around)):
            pairs, left, right = _matched(left, right, *places, keeps_level)
            changed += [] if keeps_level else [Difference(*pair) for pair in pairs]
    lost = [Difference(each, None) for each in left]
    gained = [Difference(None, each) for each in right]
    return sorted([*lost, *gained, *changed], key=lambda each: (each.code, each.sign, str(each)))


def _matched(
    old: Iterable[Found], new: Iterable[Found], before: Places, after: Places, keeps_level: bool
) -> tuple[list[tuple[Found, Found]], list[Found], list[Found]]:
    """The pairs that agree about rule and place, and the rest of both sides."""
    pairs: list[tuple[Found, Found]] = []
    waiting = [(each, before(each.place)) for each in old]
    rest = []
    for found in new:
        places = after(found.place)
        for partner in waiting:
            other, at = partner
            if other.code == found.code and at & places and (not keeps_level or other.level == found.level):
                waiting.remove(partner)
                pairs.append((other, found))
                break
        else:
            rest.append(found)
    return pairs, [each for each, _ in waiting], rest


def counted(found: Iterable[Difference]) -> dict[str, str]:
    """The differences of one program by rule: `-2 +1` for two findings lost and one new, `~1` for one at another level."""
    counts: dict[str, Counter[str]] = {}
    for each in found:
        counts.setdefault(each.code, Counter())[each.sign] += 1
    return {
        code: " ".join(f"{sign}{signs[sign]}" for sign in "-+~" if signs[sign])
        for code, signs in sorted(counts.items())
    }
