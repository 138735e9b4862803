"""Edits the cell sources in the bytes of a notebook, and keeps everything else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tflint_autograph.engine.fix.refusal import Refusal
from tflint_autograph.model.edits import splices
from tflint_autograph.model.finding import Edit
from tflint_autograph.model.record import record

_BLANKS = re.compile(r"[ \t\r\n]*")
_CHARACTER = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.|.", re.DOTALL)
_DECODER = json.JSONDecoder()

Part = tuple[int, int]
"""Start and end (exclusive) offset of a value in the JSON text, from 0."""


@record
class _Written:
    """A character of a source and its JSON spelling.

    `index` is the position among the original characters, from 0, or -1 for a new one. `between` is the JSON between the element that
    starts with this character and the previous one, else empty.
    """

    text: str
    raw: str
    index: int = -1
    between: str = ""

    def follows(self, other: _Written) -> bool:
        """Whether it directly followed the other character originally."""
        return self.index >= 0 and other.index == self.index - 1


def rewrite(data: bytes, edits: Sequence[Edit]) -> bytes:
    """Returns the notebook with the edits applied to its cells. Outputs, metadata, order, indentation and escapes keep their bytes.

    Raises Refusal if the JSON cannot be preserved.
    """
    encoding = json.detect_encoding(data)
    text = data.decode(encoding, "surrogatepass")
    if text.encode(encoding, "surrogatepass") != data:
        raise Refusal(f"{encoding} does not keep the bytes of the file")
    ascii_only = text.isascii() and "\\u" in text
    cells = _sources(text)
    changed, at = [], 0
    for number in sorted({edit.span.cell or 0 for edit in edits}):
        start, end = cells[number]
        own = [edit for edit in edits if edit.span.cell == number]
        changed += [text[at:start], _source(text, (start, end), own, ascii_only)]
        at = end
    return "".join([*changed, text[at:]]).encode(encoding, "surrogatepass")


def _source(text: str, part: Part, edits: Sequence[Edit], ascii_only: bool) -> str:
    """Returns the JSON of one source with the edits applied, as a list of lines or one string as before."""
    is_list = text[part[0]] == "["
    elements = list(_elements(text, part[0])) if is_list else [part]
    before = list(_characters(text, elements))
    after = list(_edited(before, edits, ascii_only))
    if not is_list:
        return f'"{"".join(each.raw for each in after)}"'
    if not after:
        return "[]"
    return _lines(text, part, elements, after)


def _characters(text: str, elements: Sequence[Part]) -> Iterator[_Written]:
    """Yields the characters of these JSON strings; a surrogate pair is one."""
    index, end = 0, 0
    for start, stop in elements:
        between = text[end:start] if end else ""
        for match in _CHARACTER.finditer(text, start + 1, stop - 1):
            yield _Written(json.loads(f'"{match[0]}"'), match[0], index, between)
            index, between = index + 1, ""
        end = stop


def _edited(before: Sequence[_Written], edits: Sequence[Edit], ascii_only: bool) -> Iterator[_Written]:
    source = "".join(each.text for each in before)
    at = 0
    for change in splices(source, edits):
        yield from before[at : change.start]
        for char in change.text:
            yield _Written(char, json.dumps(char, ensure_ascii=ascii_only)[1:-1])
        at = change.end
    yield from before[at:]


def _lines(text: str, part: Part, elements: Sequence[Part], after: Sequence[_Written]) -> str:
    """Returns the JSON of a list of lines. Elements begin where they did before, and after new line ends."""
    lead = text[part[0] : elements[0][0]] if elements else "["
    tail = text[elements[-1][1] : part[1]] if elements else "]"
    usual = text[elements[0][1] : elements[1][0]] if len(elements) > 1 else _separator(text, lead)
    raw = [after[0].raw]
    for previous, each in pairwise(after):
        if each.follows(previous):
            begins, between = bool(each.between), each.between
        else:
            begins, between = previous.text == "\n", each.between or usual
        raw += [f'"{between}"', each.raw] if begins else [each.raw]
    return f'{lead}"{"".join(raw)}"{tail}'


def _separator(text: str, lead: str) -> str:
    """Returns the text between list elements, for a list that has only one so far."""
    if lead != "[":
        return f",{lead[1:]}"
    return ", " if '": ' in text else ","


def _sources(text: str) -> dict[int, Part]:
    """Maps the number of each cell, among all cells, to the offsets of its source."""
    top = dict(_members(text, _skip(text, 0)))
    if "cells" in top:
        lists = [top["cells"]]
    else:
        # nbformat 3 has its cells in worksheets, and calls the source of a code cell its input.
        sheets = [dict(_members(text, start)) for start, _ in _elements(text, top["worksheets"][0])]
        lists = [sheet["cells"] for sheet in sheets if "cells" in sheet]
    starts = [start for part in lists for start, _ in _elements(text, part[0])]
    # A cell that is no JSON object counts as a cell all the same.
    cells = [dict(_members(text, start)) if text[start] == "{" else {} for start in starts]
    found = {number: cell.get("source", cell.get("input")) for number, cell in enumerate(cells, start=1)}
    return {number: part for number, part in found.items() if part is not None}


def _members(text: str, at: int) -> Iterator[tuple[str, Part]]:
    """Yields the keys and values of the JSON object that starts at `at`."""
    at = _skip(text, at + 1)
    while text[at] != "}":
        key, at = _DECODER.raw_decode(text, at)
        start = _skip(text, _skip(text, at) + 1)
        _, end = _DECODER.raw_decode(text, start)
        yield key, (start, end)
        at = _skip(text, end)
        at = _skip(text, at + 1) if text[at] == "," else at


def _elements(text: str, at: int) -> Iterator[Part]:
    """Yields the values of the JSON list that starts at `at`."""
    at = _skip(text, at + 1)
    while text[at] != "]":
        _, end = _DECODER.raw_decode(text, at)
        yield at, end
        at = _skip(text, end)
        at = _skip(text, at + 1) if text[at] == "," else at


def _skip(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return match.end() if match else at
