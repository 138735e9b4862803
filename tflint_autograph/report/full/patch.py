"""Shows a fix as removed and added lines."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, takewhile

from tflint_autograph.model.edits import Splice, spliced, splices
from tflint_autograph.model.finding import Edit, Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.record import record
from tflint_autograph.report.full.cells import shown
from tflint_autograph.report.full.style import Ink, Style
from tflint_autograph.report.place import line_place

# Rows of a patch that are shown, characters of each, and of those how many precede the first change of a long one, so that one
# finding does not fill the screen.
_ROWS = 12
_ROOM = 160
_LEAD = 30

_NOTES = {
    Safety.SAFE: "safe fix: {title}; apply with `--fix`",
    Safety.UNSAFE: "unsafe fix: {title}; apply with `--fix --unsafe-fixes`",
    Safety.DISPLAY: "{title}; suggestion only, not applied by `--fix`",
}


@record
class Hunk:
    """The lines `old`, from the 1-based line `first`, that become the lines `new`."""

    first: int
    old: tuple[str, ...]
    new: tuple[str, ...]


def patch(
    fix: Fix, near: Span, sources: Mapping[tuple[str, int | None], Sequence[str]], style: Style
) -> Iterator[str]:
    """Yields the rows of a fix, and a note about how to apply it. Places in other files than `near` are named."""
    places = sorted(
        {(edit.span.path, edit.span.cell) for edit in fix.edits},
        key=lambda place: (place != (near.path, near.cell), place[0], place[1] or 0),
    )
    hunks = {
        place: tuple(changed(sources[place], (edit for edit in fix.edits if (edit.span.path, edit.span.cell) == place)))
        for place in places
        if place in sources
    }
    lengths = (hunk.first - 1 + max(len(hunk.old), len(hunk.new)) for own in hunks.values() for hunk in own)
    gutter = len(str(max(lengths, default=0)))
    rows = [row for (path, cell), own in hunks.items() for row in _rows(own, near, path, cell, gutter, style)]
    bar = style.margin(gutter, " |")
    if rows:
        yield bar
        yield from rows[:_ROWS]
        if len(rows) > _ROWS:
            yield style.paint(f"{style.ellipsis} {len(rows) - _ROWS} more lines", Ink.FRAME)
        yield bar
    yield f"{style.paint('note', Ink.INFO)}: {style.words(_NOTES[fix.safety].format(title=fix.title))}"


def _rows(
    hunks: Sequence[Hunk], near: Span, path: str, cell: int | None, gutter: int, style: Style
) -> Iterator[str]:
    for number, hunk in enumerate(hunks):
        place = Position(hunk.first, 1)
        if (path, cell) != (near.path, near.cell):
            yield f"{style.margin(gutter, '-->')} {style.words(line_place(Span(path, place, place, cell)))}"
        elif number:
            yield style.paint("...", Ink.FRAME)
        old, new = ([shown(line, unicode=style.unicode).text for line in lines] for lines in (hunk.old, hunk.new))
        start = _start(old, new)
        yield from (_row(hunk.first + index, "-", text, start, gutter, style) for index, text in enumerate(old))
        yield from (_row(hunk.first + index, "+", text, start, gutter, style) for index, text in enumerate(new))


def _start(old: Sequence[str], new: Sequence[str]) -> int:
    """Returns how many leading characters of long lines are left out, so that the change is visible."""
    if len(old) != len(new):
        return 0
    pairs = [zip(one, other, strict=False) for one, other in zip(old, new, strict=True)]
    same = min((sum(1 for _ in takewhile(lambda both: both[0] == both[1], pair)) for pair in pairs), default=0)
    return same - _LEAD if same > _ROOM - _LEAD else 0


def _row(number: int, sign: str, text: str, start: int, gutter: int, style: Style) -> str:
    if start:
        text = style.ellipsis + text[start + len(style.ellipsis) :]
    text = text if len(text) <= _ROOM else text[: _ROOM - len(style.ellipsis)] + style.ellipsis
    ink = Ink.REMOVED if sign == "-" else Ink.ADDED
    return f"{style.margin(gutter, '', str(number))} {style.paint(f'{sign} {text}'.rstrip(), ink)}"


def changed(lines: Sequence[str], edits: Iterable[Edit]) -> Iterator[Hunk]:
    """Yields the changes that edits make to lines; adjacent lines are joined."""
    text = "".join(f"{line}\n" for line in lines)
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    group: list[Splice] = []
    first, last = 0, -1
    for change in splices(text, edits):
        begins = bisect.bisect_right(starts, change.start) - 1
        ends = bisect.bisect_right(starts, max(change.end - 1, change.start)) - 1
        if group and begins > last + 1:
            yield _hunk(text, lines, starts, (first, last), group)
            group = []
        first, last = (first, max(last, ends)) if group else (begins, ends)
        group.append(change)
    if group:
        yield _hunk(text, lines, starts, (first, last), group)


def _hunk(
    text: str, lines: Sequence[str], starts: Sequence[int], touched: tuple[int, int], group: Sequence[Splice]
) -> Hunk:
    """Returns the lines from the first to the last touched one (both from 0), without unchanged ones at the ends."""
    first, last = touched
    start, end = starts[first], starts[min(last + 1, len(lines))]
    moved = [Splice(each.start - start, each.end - start, each.text) for each in group]
    old, new = list(lines[first : last + 1]), spliced(text[start:end], moved).split("\n")
    if not new[-1]:
        new.pop()
    while old and new and old[0] == new[0]:
        first += 1
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return Hunk(first + 1, tuple(old), tuple(new))
