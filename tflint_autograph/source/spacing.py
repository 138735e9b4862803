"""A module with empty lines behind its functions, so that what is below an edit need not move. Parses nothing."""

from __future__ import annotations

import bisect
from collections.abc import Collection, Iterable
from dataclasses import replace
from operator import itemgetter
from typing import NamedTuple

from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.record import record

ROOM = 64
"""Empty lines put behind a function; what moves is worked out again once they are used up."""


class Gap(NamedTuple):
    """So many empty lines behind the 1-based line `after` of the module as it is written; `above` are those of gaps above."""

    after: int
    size: int
    above: int = 0

    def last(self) -> int:
        """The last line above the gap, in the module with gaps."""
        return self.after + self.above


@record
class Spaced:
    """The `lines` of a module, without their ends, and the gaps between them from top to bottom."""

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
        """Where a span of the module with gaps is in the module as it is written."""
        return replace(span, start=self._written(span.start), end=self._written(span.end))

    def _written(self, place: Position) -> Position:
        """A place inside a gap is taken to be at the start of the line behind it."""
        index = bisect.bisect_left(self.gaps, place.line, key=Gap.last) - 1
        if index < 0:
            return place
        gap = self.gaps[index]
        if place.line <= gap.last() + gap.size:
            return Position(gap.after + 1, 1)
        return Position(place.line - gap.above - gap.size, place.column)

    def stands(self, ends: Collection[int]) -> bool:
        """Whether every gap is behind a function, with nothing but comments between, and so in no string.

        `ends` are the last lines of the functions, in the module with gaps.
        """
        return all(self._spread(self._code(gap.after)) in ends for gap in self.gaps)

    def _spread(self, line: int) -> int:
        """Where a line of the module as it is written is in the module with gaps."""
        index = bisect.bisect_left(self.gaps, line, key=_after) - 1
        return line if index < 0 else line + self.gaps[index].above + self.gaps[index].size

    def _code(self, line: int) -> int:
        """This line, or the next one above, that holds more than a comment."""
        while line and self.lines[line - 1].lstrip()[:1] in ("", "#"):
            line -= 1
        return line

    def edited(self, lines: tuple[str, ...]) -> Spaced | None:
        """The module after an edit, whose gaps keep what is below the next of them where it is; None for no room.

        What is inserted right before a gap belongs to the function above.
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
    """A module with a gap behind each of its functions, which end on the 1-based lines `ends`; none at the very end."""
    return Spaced(lines, _stacked(Gap(end, ROOM) for end in sorted(ends) if end < len(lines)))


_after = itemgetter(0)


def _stacked(gaps: Iterable[Gap]) -> tuple[Gap, ...]:
    """The gaps, each with what is above it."""
    above, stacked = 0, []
    for gap in gaps:
        stacked.append(gap._replace(above=above))
        above += gap.size
    return tuple(stacked)


def _edit(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[int, int]:
    """How many lines before an edit are the same, and behind which line of the old ones all are."""
    shorter = min(len(old), len(new))
    first = next((number for number in range(shorter) if old[number] != new[number]), shorter)
    last = next((number for number in range(shorter - first) if old[-1 - number] != new[-1 - number]), shorter - first)
    return first, len(old) - last
