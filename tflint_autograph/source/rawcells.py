"""Where the code of a notebook's cells is in the notebook's own JSON text. Knows nothing of Python or of modules."""

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
    """The places of one notebook's cells, by cells counted from 1 as `source.notebook` counts them."""

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
        """The place in the JSON text of a place in a cell; where the cell has none such, the nearest one before it.

        Line 1, column 1 for a cell that holds no source.
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
    """Every string that is a value: the keys that lead to it, and where its content starts and ends."""
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
    """How many cells are before each worksheet of nbformat 3; nothing for nbformat 4, and for what is no notebook."""
    try:
        document = json.loads(text) if '"worksheets"' in text else None
    except (ValueError, RecursionError):
        return ()
    if not isinstance(document, dict) or isinstance(document.get("cells"), list):
        return ()
    return tuple(accumulate((len(cells) for cells in cell_lists(document) or ()), initial=0))


def _cell(keys: Keys, sheets: Sequence[int]) -> tuple[int, str | int]:
    """The number of the cell that the keys lead into, of nbformat 4 or 3, and the key below it; 0 where they lead elsewhere."""
    match keys:
        case ("cells", int(index), key, *_) if not sheets:
            return index + 1, key
        case ("worksheets", int(sheet), "cells", int(index), key, *_) if sheet < len(sheets):
            return sheets[sheet] + index + 1, key
    return 0, ""


def _offsets(text: str, strings: Sequence[tuple[int, int]]) -> list[list[int]]:
    """For each line of a cell, whose source is these strings, the offset of each of its code points and of its end."""
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
