"""Inserts gaps of empty lines after functions, so that an edit does not move the code below it."""

from __future__ import annotations

import bisect
from collections.abc import Collection, Iterable
from dataclasses import replace
from operator import itemgetter
from typing import NamedTuple

from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.record import record

ROOM = 64
"""Number of empty lines after a function. When they are used up, the code below moves and is analysed again."""


class Gap(NamedTuple):
    """Empty lines after the 1-based line `after` of the original module; `above` is the total of the gaps above."""

    after: int
    size: int
    above: int = 0

    def last(self) -> int:
        """The last line before the gap, in the module with gaps."""
        return self.after + self.above


@record
class Spaced:
    """The `lines` of a module without line ends, and its gaps from top to bottom."""

    lines: tuple[str, ...]
    gaps: tuple[Gap, ...]

    @property
    def text(self) -> str:
        """The module with its gaps."""
        pieces: list[str] = []
        start = 0
        for gap in self.gaps:
            pieces += self.lines[start : gap.after]
            pieces += [""] * gap.size
            start = gap.after
        return "".join(f"{line}\n" for line in (*pieces, *self.lines[start:]))

    def locate(self, span: Span) -> Span:
        """Converts a span of the module with gaps to the original module."""
        return replace(span, start=self._written(span.start), end=self._written(span.end))

    def _written(self, place: Position) -> Position:
        """Converts a position. One inside a gap becomes the start of the line after it."""
        index = bisect.bisect_left(self.gaps, place.line, key=Gap.last) - 1
        if index < 0:
            return place
        gap = self.gaps[index]
        if place.line <= gap.last() + gap.size:
            return Position(gap.after + 1, 1)
        return Position(place.line - gap.above - gap.size, place.column)

    def stands(self, ends: Collection[int]) -> bool:
        """Whether every gap follows a function, with only comments between, and thus is in no string.

        `ends` are the last lines of the functions, in the module with gaps.
        """
        return all(self._spread(self._code(gap.after)) in ends for gap in self.gaps)

    def _spread(self, line: int) -> int:
        """Converts a line of the original module to the module with gaps."""
        index = bisect.bisect_left(self.gaps, line, key=_after) - 1
        return line if index < 0 else line + self.gaps[index].above + self.gaps[index].size

    def _code(self, line: int) -> int:
        """Returns this line, or the nearest one above, that contains more than a comment."""
        while line and self.lines[line - 1].lstrip()[:1] in ("", "#"):
            line -= 1
        return line

    def edited(self, lines: tuple[str, ...]) -> Spaced | None:
        """Returns the module after an edit, with gaps adjusted so that the code after the next gap stays in place; None if there is no
        room.

        Text inserted right before a gap belongs to the function above.
        """
        first, behind = _edit(self.lines, lines)
        shift = len(lines) - len(self.lines)
        above = [gap for gap in self.gaps if gap.after <= first and gap.after < behind]
        below = [Gap(gap.after + shift, gap.size) for gap in self.gaps if gap.after >= behind]
        if not below:
            return Spaced(lines, tuple(above))
        lost = sum(gap.size for gap in self.gaps) - sum(gap.size for gap in (*above, *below))
        below[0] = Gap(below[0].after, below[0].size + lost - shift)
        return Spaced(lines, _stacked((*above, *below))) if below[0].size >= 0 else None


def spaced(lines: tuple[str, ...], ends: Collection[int]) -> Spaced:
    """Returns a module with a gap after each function, which end on the 1-based lines `ends`; none at the end of the file."""
    return Spaced(lines, _stacked(Gap(end, ROOM) for end in sorted(ends) if end < len(lines)))


_after = itemgetter(0)


def _stacked(gaps: Iterable[Gap]) -> tuple[Gap, ...]:
    """Returns the gaps, each with the total above it."""
    above, stacked = 0, []
    for gap in gaps:
        stacked.append(gap._replace(above=above))
        above += gap.size
    return tuple(stacked)


def _edit(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[int, int]:
    """Returns how many leading lines are equal, and the old line after which all are equal."""
    shorter = min(len(old), len(new))
    first = next((number for number in range(shorter) if old[number] != new[number]), shorter)
    last = next((number for number in range(shorter - first) if old[-1 - number] != new[-1 - number]), shorter - first)
    return first, len(old) - last
