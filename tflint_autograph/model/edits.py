"""Applies edits to a text. Independent of files, encodings and Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from tflint_autograph.model.finding import Edit
from tflint_autograph.model.location import Position
from tflint_autograph.model.record import record

_LINE_END = re.compile(r"\r\n?|\n")


@record
class Splice:
    """A replacement of the code points from `start` to `end` (from 0, exclusive) by `text`."""

    start: int
    end: int
    text: str


def splices(text: str, edits: Iterable[Edit]) -> tuple[Splice, ...]:
    r"""Converts edits to splices of `text`, in its order; `\n` in them becomes the surrounding line end.

    Positions after the end of a line or text count as that end. Raises ValueError when two edits overlap.
    """
    layout = _Layout(text)
    found = sorted((layout.splice(edit) for edit in edits), key=lambda each: (each.start, each.end))
    for first, second in pairwise(found):
        if second.start < first.end:
            raise ValueError("the edits of a fix overlap")
    return tuple(found)


def spliced(text: str, changes: Sequence[Splice]) -> str:
    """Returns `text` with splices applied, which must be in order and not overlap."""
    parts, at = [], 0
    for change in changes:
        parts += [text[at : change.start], change.text]
        at = change.end
    return "".join([*parts, text[at:]])


def collide(first: Edit, second: Edit) -> bool:
    """Whether two edits of one text conflict: they overlap, or one inserts where the other begins or ends."""
    if (first.span.path, first.span.cell) != (second.span.path, second.span.cell):
        return False
    inserts = first.span.start == first.span.end or second.span.start == second.span.end
    if inserts:
        return first.span.start <= second.span.end and second.span.start <= first.span.end
    return first.span.start < second.span.end and second.span.start < first.span.end


class _Layout:
    """The offsets where the lines of a text start and end."""

    def __init__(self, text: str) -> None:
        self.text = text
        ends = list(_LINE_END.finditer(text))
        self.starts = [0, *(match.end() for match in ends)]
        self.stops = [*(match.start() for match in ends), len(text)]
        self.newlines = [match[0] for match in ends]
        self.is_open = self.starts[-1] < len(text)
        """Whether the last line has no line end."""

    def splice(self, edit: Edit) -> Splice:
        start, end = self._offset(edit.span.start), self._offset(edit.span.end)
        newline = self._newline(edit.span.start.line)
        text = _LINE_END.sub(newline, edit.text)
        if self.is_open and self._is_behind(edit.span.start):
            # New lines behind a last line that has no end: that end comes first, and the new last line has none.
            text = newline + text.removesuffix(newline)
        elif self.is_open and not text and self._is_behind(edit.span.end) and start in self.starts[1:]:
            # The last line goes, and with it the end of the one before.
            start = self.stops[self.starts.index(start) - 1]
        return Splice(start, end, text)

    def _offset(self, position: Position) -> int:
        if position.line > len(self.starts):
            return len(self.text)
        return min(self.starts[position.line - 1] + position.column - 1, self.stops[position.line - 1])

    def _is_behind(self, position: Position) -> bool:
        return position.line > len(self.starts)

    def _newline(self, line: int) -> str:
        """Returns the end of the line, or else of the one before, or else of the text."""
        near = self.newlines[max(line - 2, 0) : line] or self.newlines[-1:]
        return near[-1] if near else "\n"
