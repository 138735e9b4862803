"""Groups the edits of a fix by file, and joins several into one."""

from __future__ import annotations

from collections.abc import Sequence

from tflint_autograph.model.finding import Edit
from tflint_autograph.model.location import Position, Span

Source = tuple[str, int | None]


def by_source(edits: Sequence[Edit]) -> dict[Source, tuple[Edit, ...]]:
    """Returns the edits of each file or cell, from first to last."""
    groups: dict[Source, list[Edit]] = {}
    for edit in sorted(edits, key=lambda edit: edit.span.sort_key()):
        groups.setdefault((edit.span.path, edit.span.cell), []).append(edit)
    return {source: tuple(group) for source, group in groups.items()}


def join(edits: Sequence[Edit], lines: Sequence[str]) -> Edit | None:
    """Returns one edit equivalent to all of them, or None if there are none, they overlap, or one is outside the lines."""
    if not edits or not all(_fits(edit.span, lines) for edit in edits):
        return None
    text, place = "", edits[0].span.start
    for edit in edits:
        if edit.span.start < place:
            return None
        text += _between(place, edit.span.start, lines) + edit.text
        place = edit.span.end
    first = edits[0].span
    return Edit(Span(first.path, first.start, place, first.cell), text)


def _fits(span: Span, lines: Sequence[str]) -> bool:
    ends = (span.start, span.end)
    return all(end.line <= len(lines) and end.column <= len(lines[end.line - 1]) + 1 for end in ends)


def _between(start: Position, end: Position, lines: Sequence[str]) -> str:
    if start.line == end.line:
        return lines[start.line - 1][start.column - 1 : end.column - 1]
    first, last = lines[start.line - 1][start.column - 1 :], lines[end.line - 1][: end.column - 1]
    return "\n".join((first, *lines[start.line : end.line - 1], last))
