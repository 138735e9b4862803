"""Converts the places of a report to stored files: in a notebook, to its JSON text."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence

from tflint_autograph.model.finding import Edit
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.report import Report
from tflint_autograph.source.rawcells import RawCells
from tflint_autograph.source.text import split_lines

_START = Position(1, 1)


class Raw:
    """Conversions for readers that know files and lines, but no cells."""

    def __init__(self, report: Report) -> None:
        self._sources = dict(report.sources)
        self._notebooks = dict(report.notebooks)
        self._cells = functools.cache(lambda path: RawCells(self._notebooks[path]))
        self._lines = functools.cache(self._split)

    def span(self, span: Span) -> Span:
        """Returns the span in the file itself, or the start of the file if a notebook is not available."""
        if span.cell is None:
            return span
        if span.path not in self._notebooks:
            return Span(span.path, _START, _START)
        cells = self._cells(span.path)
        return Span(span.path, cells.place(span.cell, span.start), cells.place(span.cell, span.end))

    def edit(self, edit: Edit) -> Edit:
        """Returns the edit of the file itself: in a notebook the new text becomes part of a JSON string."""
        text = edit.text if edit.span.cell is None else json.dumps(edit.text)[1:-1]
        return Edit(self.span(edit.span), text)

    def utf8_column(self, path: str, position: Position) -> int | None:
        """Returns the column of a place in UTF-8 bytes from 1, at most that of the line's end; None if the line is not available."""
        lines = self._lines(path)
        if position.line > len(lines):
            return None
        return len(lines[position.line - 1][: position.column - 1].encode("utf-8", "surrogatepass")) + 1

    def _split(self, path: str) -> tuple[str, ...]:
        data = self._notebooks.get(path)
        if data is None:
            return self._sources.get((path, None), ())
        return split_lines(data.decode(json.detect_encoding(data), "replace"))


def cell_words(span: Span) -> str:
    """Returns `cell 3, line 2: ` as prefix of a message about a notebook cell, else an empty string."""
    return "" if span.cell is None else f"cell {span.cell}, line {span.start.line}: "


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
