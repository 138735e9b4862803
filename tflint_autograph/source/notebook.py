"""Converts a Jupyter notebook to one Python module, and its positions back to cells."""

from __future__ import annotations

import bisect
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from tflint_autograph.model.finding import ProblemKind
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.record import record
from tflint_autograph.source.magics import is_indented, to_python
from tflint_autograph.source.syntax import parse as parse_python
from tflint_autograph.source.text import SourceError, split_lines


@record
class Cell:
    """A code cell: its 1-based number among all cells of the notebook, text cells included, and its original text.

    All cells count, since that is how a reader counts; `first_line` is the 1-based module line at which the cell starts.
    """

    number: int
    first_line: int
    lines: tuple[str, ...]


@record
class Broken:
    """A cell whose code is invalid: the error and its 1-based position in the module."""

    kind: ProblemKind
    message: str
    line: int
    column: int = 1


class _BadCell(Exception):
    """Raised for a cell that is neither a text cell nor has code."""

    def __init__(self, kind: ProblemKind, message: str) -> None:
        super().__init__(kind, message)
        self.kind = kind
        self.message = message


@record
class Notebook:
    """The code cells joined to one module: every cell ends with a newline, magics are replaced by Python.

    A block header is added above a cell that is indented as a whole. Invalid cells become empty lines.
    """

    text: str
    cells: tuple[Cell, ...]
    broken: tuple[Broken, ...] = ()

    def locate(self, span: Span) -> Span:
        """Returns the span in the cell where a span of the module starts, with positions in the cell's own lines."""
        index = bisect.bisect_right(self.cells, span.start.line, key=lambda cell: cell.first_line) - 1
        if index < 0:
            return span
        cell = self.cells[index]
        above = cell.first_line - 1
        start = Position(span.start.line - above, span.start.column)
        end = Position(span.end.line - above, span.end.column)
        return replace(span, start=start, end=end, cell=cell.number)


def parse(data: bytes) -> Notebook:
    """Reads a notebook of nbformat 3 or 4. One that is not in Python has no cells, and neither has an empty file.

    Raises SourceError(NOTEBOOK) if the file is not a notebook. Invalid cells are recorded individually.
    """
    document = _load(data)
    if not _speaks_python(document):
        return Notebook("", ())
    cells: list[Cell] = []
    blocks: list[tuple[str, ...]] = []
    bad: list[Broken] = []
    line = 1
    for number, cell in enumerate(_cells(document), start=1):
        try:
            source = _code(cell)
        except _BadCell as error:
            bad.append(Broken(error.kind, error.message, line))
            source = ""
        if source is None:
            continue
        lines = split_lines(source)
        run = to_python(lines) or ("",)
        # A line of no cell above it, so that every column stays what it is.
        head = ("if True:",) if is_indented(lines, run) else ()
        cells.append(Cell(number, line + len(head), lines))
        blocks.append(head + run)
        line += len(blocks[-1])
    bad += _blanked(blocks)
    return Notebook(_text(blocks), tuple(cells), tuple(sorted(bad, key=lambda each: each.line)))


def execution_counts(data: bytes) -> dict[int, int]:
    """Returns the execution count of each cell that has one, by cell number; empty if the file is no notebook."""
    try:
        cells = _cells(_load(data))
    except SourceError:
        return {}
    found = ((number, cell.get("execution_count", cell.get("prompt_number"))) for number, cell in enumerate(cells, 1) if isinstance(cell, dict))
    return {number: count for number, count in found if type(count) is int}


def cell_lists(document: Mapping[str, object]) -> list[list[object]] | None:
    """Returns the cells of a notebook: one list in nbformat 4, one per worksheet in nbformat 3; None for neither."""
    cells = document.get("cells")
    if isinstance(cells, list):
        return [cells]
    sheets = document.get("worksheets")
    if not isinstance(sheets, list):
        return None
    lists = (sheet.get("cells") if isinstance(sheet, dict) else None for sheet in sheets)
    return [cells if isinstance(cells, list) else [] for cells in lists]


def _text(blocks: Sequence[tuple[str, ...]]) -> str:
    return "".join(f"{line}\n" for lines in blocks for line in lines)


@record
class _Fault:
    """What is wrong with the code of a cell: Python's message and the 1-based position in the cell."""

    message: str
    line: int
    column: int


def _blanked(blocks: list[tuple[str, ...]]) -> Iterator[Broken]:
    """Yields the invalid cells, and replaces their lines in the blocks by empty ones."""
    above = 0
    for index, lines in enumerate(blocks):
        fault = _fault(lines)
        if fault is not None:
            blocks[index] = ("",) * len(lines)
            yield Broken(ProblemKind.SYNTAX, fault.message, above + fault.line, fault.column)
        above += len(lines)


@lru_cache(maxsize=1024)
def _fault(lines: tuple[str, ...]) -> _Fault | None:
    """Returns what is wrong with the code of a cell. It is kept, since a session and an editor read a notebook again after each change."""
    try:
        parse_python(_text((lines,)))
    except SyntaxError as error:
        return _Fault(error.msg, error.lineno or 1, error.offset or 1)
    except (ValueError, MemoryError, RecursionError):
        # Errors other than invalid Python are left to whoever extracts the facts of the text.
        pass
    return None


def _load(data: bytes) -> Mapping[str, object]:
    if not data.strip():
        return {"cells": []}
    try:
        document = json.loads(data)
    except json.JSONDecodeError as error:
        message = f"not a notebook: {error.msg} (line {error.lineno} of the JSON)"
        raise SourceError(ProblemKind.NOTEBOOK, message) from None
    except (UnicodeDecodeError, ValueError):
        raise SourceError(ProblemKind.NOTEBOOK, "not a notebook: the file is not JSON text") from None
    except RecursionError:
        raise SourceError(ProblemKind.NOTEBOOK, "not a notebook: the JSON is nested too deeply") from None
    if not isinstance(document, dict):
        raise SourceError(ProblemKind.NOTEBOOK, "not a notebook: the JSON is not an object")
    return document


def _speaks_python(document: Mapping[str, object]) -> bool:
    metadata = _mapping(document.get("metadata"))
    info = _mapping(metadata.get("language_info")).get("name")
    language = info or _mapping(metadata.get("kernelspec")).get("language") or "python"
    return str(language).lower() in ("python", "python3", "ipython")


def _code(cell: object) -> str | None:
    """Returns the source of a code cell, or None for another kind of cell. Raises _BadCell."""
    if not isinstance(cell, dict):
        raise _BadCell(ProblemKind.NOTEBOOK, "the cell is not an object of the JSON")
    if "cell_type" not in cell:
        raise _BadCell(ProblemKind.NOTEBOOK, "the cell has no `cell_type`, so it may be code or text")
    language = _mapping(_mapping(cell.get("metadata")).get("vscode")).get("languageId", "python")
    is_python = language == "python" and cell.get("language", "python") == "python"
    return _source(cell) if cell["cell_type"] == "code" and is_python else None


def _cells(document: Mapping[str, object]) -> list[object]:
    """Returns the cells of a notebook; of nbformat 3 if it has worksheets."""
    lists = cell_lists(document)
    if lists is None:
        raise SourceError(ProblemKind.NOTEBOOK, "not a notebook: the JSON has no list of `cells`")
    return [cell for cells in lists for cell in cells]


def _source(cell: Mapping[str, object]) -> str:
    source = cell.get("source", cell.get("input"))
    parts = source if isinstance(source, list) else [source]
    text = "".join(part for part in parts if isinstance(part, str))
    if not all(isinstance(part, str) for part in parts):
        raise _BadCell(ProblemKind.NOTEBOOK, "the cell has no `source` that is text")
    if "\0" in text:
        raise _BadCell(ProblemKind.ENCODING, "the cell contains a NUL")
    # JSON can contain half a surrogate pair, which no Python source can; the columns stay right.
    return text.encode(errors="replace").decode()


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}
