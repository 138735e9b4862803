"""Maps positions in a notebook's cells to positions in its JSON text."""

from __future__ import annotations

import bisect
import json
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from tflint_autograph.model.location import Position
from tflint_autograph.source.notebook import cell_lists

_TOKEN = re.compile(r'(?P<string>"[^"\\]*(?:\\.[^"\\]*)*")(?P<key>\s*:)?|[][{},]', re.DOTALL)
# What one code point of a string is written as; two escaped halves of a surrogate pair are one code point.
_CHARACTER = re.compile(r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u\w{4}|\\.|.", re.DOTALL)
_NEWLINES, _RETURNS = ("\\n", "\\u000a", "\\u000A"), ("\\r", "\\u000d", "\\u000D")
_LINE = re.compile(r"\r\n?|\n")

Keys = tuple[str | int, ...]


class RawCells:
    """The positions of one notebook's cells, counted from 1 as in `source.notebook`."""

    def __init__(self, data: bytes) -> None:
        """`data` is JSON text, as `source.notebook.parse` takes it."""
        text = data.decode(json.detect_encoding(data), "replace")
        self._line_starts = (0, *(match.end() for match in _LINE.finditer(text)))
        parts: dict[int, list[tuple[int, int]]] = {}
        sheets = _sheets(text)
        for keys, start, end in _strings(text):
            number, key = _cell(keys, sheets)
            if number and key in ("source", "input"):
                parts.setdefault(number, []).append((start, end))
        self._starts = {number: _offsets(text, strings) for number, strings in parts.items()}

    def place(self, cell: int, position: Position) -> Position:
        """Returns the position in the JSON text for a position in a cell, or the nearest one before it.

        Line 1, column 1 for a cell without source.
        """
        lines = self._starts.get(cell)
        if lines is None:
            return Position(1, 1)
        if position.line > len(lines):
            offset = lines[-1][-1]
        else:
            line = lines[position.line - 1]
            offset = line[min(position.column, len(line)) - 1]
        row = bisect.bisect_right(self._line_starts, offset)
        return Position(row, offset - self._line_starts[row - 1] + 1)


def _strings(text: str) -> Iterator[tuple[Keys, int, int]]:
    """Yields every string value: the keys that lead to it, and the offsets of its content."""
    keys: list[str | int] = []
    for match in _TOKEN.finditer(text):
        sign = match[0]
        if match["key"] and keys:
            keys[-1] = json.loads(match["string"], strict=False)
        elif match["string"]:
            yield tuple(keys), match.start() + 1, match.end() - 1
        elif sign in "{[":
            keys.append("" if sign == "{" else 0)
        elif sign in "}]":
            del keys[-1:]
        elif keys:
            last = keys[-1]
            keys[-1] = last + 1 if isinstance(last, int) else ""


def _sheets(text: str) -> Sequence[int]:
    """Returns the number of cells before each worksheet of nbformat 3; empty for nbformat 4 and other files."""
    try:
        document = json.loads(text) if '"worksheets"' in text else None
    except (ValueError, RecursionError):
        return ()
    if not isinstance(document, dict) or isinstance(document.get("cells"), list):
        return ()
    return tuple(accumulate((len(cells) for cells in cell_lists(document) or ()), initial=0))


def _cell(keys: Keys, sheets: Sequence[int]) -> tuple[int, str | int]:
    """Returns the number of the cell at these keys, for nbformat 3 and 4, and the key below it; 0 for other places."""
    match keys:
        case ("cells", int(index), key, *_) if not sheets:
            return index + 1, key
        case ("worksheets", int(sheet), "cells", int(index), key, *_) if sheet < len(sheets):
            return sheets[sheet] + index + 1, key
    return 0, ""


def _offsets(text: str, strings: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Returns, for each line of a cell with these source strings, the offset of each code point and of the line end."""
    lines: list[list[int]] = []
    pending: list[int] = []
    after_return = False
    for match in (match for start, end in strings for match in _CHARACTER.finditer(text, start, end)):
        newline, carriage = match[0] in _NEWLINES, match[0] in _RETURNS
        if not (newline and after_return):
            pending.append(match.start())
            if newline or carriage:
                lines.append(pending)
                pending = []
        after_return = carriage
    return [*lines, [*pending, strings[-1][1]]]
