"""The cells that a session has run, as one notebook. A cell that was run again replaces its earlier version."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from tflint_autograph.model.location import Span
from tflint_autograph.model.record import record
from tflint_autograph.source.magics import to_python
from tflint_autograph.source.syntax import parse
from tflint_autograph.source.text import split_lines


@record
class Definition:
    """A def or class at the top of a cell: its name and lines, decorators included."""

    name: str
    first: int
    last: int


@record
class RunCell:
    """A cell that was run: its editor identity (or an empty string), the number of the run, and its text.

    `bound` are the names that it binds at the top level outside of blocks; `defined` are the definitions among them.
    """

    identity: str
    number: int
    text: str
    bound: frozenset[str]
    defined: tuple[Definition, ...]

    def gives_way(self, to: RunCell) -> bool:
        """Whether the other cell is a re-run of this one: by editor identity, by text, or by all the names it binds."""
        if self.identity and to.identity:
            return self.identity == to.identity
        return self.text == to.text or (bool(self.defined) and self.bound <= to.bound)


def cell(identity: str, number: int, text: str) -> RunCell | None:
    """Returns the cell for a text, or None if it is no valid Python."""
    lines = split_lines(text)
    try:
        tree = parse("\n".join(to_python(lines)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    bound = frozenset(name for statement in tree.body for name in _bound(statement))
    defined = tuple(
        Definition(each.name, min([each.lineno, *(deco.lineno for deco in each.decorator_list)]), each.end_lineno or each.lineno)
        for each in tree.body
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    )
    return RunCell(identity, number, text, bound, defined)


def _bound(statement: ast.stmt) -> Iterator[str]:
    """Yields the names that a statement binds itself."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in statement.names)
    elif isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        stored = (part for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
        yield from (part.id for part in stored if isinstance(part.ctx, ast.Store))


@dataclass(slots=True)
class Cells:
    """The cells of a session in the order of their first run."""

    all: list[RunCell] = field(default_factory=list)

    def ran(self, new: RunCell) -> None:
        """Adds a cell, in place of the first one that it replaces, or at the end."""
        places = [place for place, old in enumerate(self.all) if old.gives_way(new)]
        if not places:
            self.all.append(new)
            return
        # A cell with the same editor identity keeps its place; another one with the same text moves behind the last cell.
        in_place = bool(new.identity) and self.all[places[0]].identity == new.identity
        kept = [old for place, old in enumerate(self.all) if place not in places]
        kept.insert(places[0] if in_place else len(kept), new)
        self.all = kept

    def document(self) -> bytes:
        """Returns the session as the JSON of a notebook."""
        cells = [{"cell_type": "code", "metadata": {}, "source": each.text} for each in self.all]
        return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()

    def at(self, span: Span) -> RunCell | None:
        """Returns the cell that contains a span of the document, or None."""
        place = span.cell or 0
        return self.all[place - 1] if 0 < place <= len(self.all) else None

    def is_replaced(self, span: Span) -> bool:
        """Whether a span is in a definition whose name a later cell has bound again."""
        own = self.at(span)
        if own is None:
            return False
        names = {each.name for each in own.defined if each.first <= span.start.line <= each.last}
        return any(each.name in names for later in self.all if later.number > own.number for each in later.defined)
