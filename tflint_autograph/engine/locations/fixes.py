"""Converts a fix to user-visible places, and adds edits for the imports it needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from tflint_autograph.engine.locations.imports import insertion, is_there
from tflint_autograph.engine.workspace.files import Files, FileText
from tflint_autograph.model.finding import Edit, Fix
from tflint_autograph.model.location import Position, Span
from tflint_autograph.source.notebook import Cell
from tflint_autograph.source.syntax import parse


def placed(fix: Fix, files: Files) -> Fix:
    """Returns the fix with edits in notebook cells where needed, and with edits that add missing imports."""
    edits = [replace(edit, span=files.shown(edit.span)) for edit in fix.edits]
    imports = [edit for statement in fix.imports for edit in _imports(statement, fix, files)]
    return replace(fix, edits=(*imports, *edits))


def _imports(statement: str, fix: Fix, files: Files) -> Iterator[Edit]:
    """Yields an edit that adds the import, in each file with an edit that uses it."""
    bound = statement.split()[-1].partition(".")[0]
    used = re.compile(rf"\b{re.escape(bound)}\b")
    lines = {edit.span.path: edit.span.start.line for edit in reversed(fix.edits) if used.search(edit.text)}
    for path, line in sorted(lines.items()):
        text = files.text(path)
        if text is None:
            continue
        tree = parse(text.text)
        if not is_there(tree, statement):
            yield _import(statement, path, line, text, tree)


def _import(statement: str, path: str, edited: int, text: FileText, tree: ast.Module) -> Edit:
    if text.notebook is None:
        line, inserted = insertion(tree, text.lines, statement)
        place = Position(line, 1)
        return Edit(Span(path, place, place), inserted)
    cell = _cell(text.notebook.cells, tree, edited)
    within = range(cell.first_line, cell.first_line + max(len(cell.lines), 1))
    line, inserted = insertion(tree, text.lines, statement, within)
    place = Position(line - cell.first_line + 1, 1)
    return Edit(Span(path, place, place, cell.number), inserted)


def _cell(cells: tuple[Cell, ...], tree: ast.Module, edited: int) -> Cell:
    """Returns the first cell with imports, else the edited one."""
    first = min((node.lineno for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)), default=edited)
    return [cell for cell in cells if cell.first_line <= min(first, edited)][-1]
