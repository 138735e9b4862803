"""Converts between code points and the position units of an editor."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lsprotocol import types

from tflint_autograph.model.location import Position, Span

LINE_END = re.compile(r"\r\n|\r|\n")
"""The line ends of editors."""

LinesOf = Callable[[str, int | None], Sequence[str]]
"""Returns the lines of a project file, or of a cell, without line ends."""

_BYTES = {types.PositionEncodingKind.Utf8: ("utf-8", 1), types.PositionEncodingKind.Utf16: ("utf-16-le", 2)}


@dataclass(frozen=True, slots=True)
class Units:
    """The position encoding agreed on by client and server."""

    encoding: str

    def length(self, text: str) -> int:
        """Returns the number of units of a text."""
        codec, size = _BYTES.get(types.PositionEncodingKind(self.encoding), ("", 1))
        if not codec or text.isascii():
            return len(text)
        return len(text.encode(codec, "surrogatepass")) // size

    def points(self, text: str, units: int) -> int:
        """Returns how many characters the first `units` units of a text contain, not counting a partial one."""
        if text.isascii() or self.encoding == types.PositionEncodingKind.Utf32:
            return min(units, len(text))
        count = 0
        for number, character in enumerate(text):
            count += self.length(character)
            if count > units:
                return number
        return len(text)

    def position(self, place: Position, lines: Sequence[str]) -> types.Position:
        """Converts a position (1-based, code points) to the editor's (0-based, units)."""
        line = lines[place.line - 1] if place.line <= len(lines) else ""
        return types.Position(place.line - 1, self.length(line[: place.column - 1]))

    def at(self, text: str, offset: int) -> types.Position:
        """Returns the editor's position of a character offset from 0."""
        ends = [match.end() for match in LINE_END.finditer(text, 0, offset)]
        if text[offset - 1 : offset + 1] == "\r\n":
            ends.pop()
        start = ends[-1] if ends else 0
        return types.Position(len(ends), self.length(text[start:offset]))

    def range(self, span: Span, lines_of: LinesOf) -> types.Range:
        """Converts a span to a range of its document."""
        lines = lines_of(span.path, span.cell)
        return types.Range(self.position(span.start, lines), self.position(span.end, lines))

    def place(self, position: types.Position, lines: Sequence[str]) -> Position:
        """Converts an editor's position to a position of the linter."""
        line = lines[position.line] if position.line < len(lines) else ""
        return Position(position.line + 1, self.points(line, position.character) + 1)
