"""The open documents of an editor, updated by its notifications."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lsprotocol import types
from pygls.uris import to_fs_path

from tflint_autograph.lsp.positions import LINE_END, Units


@dataclass(slots=True)
class OpenNotebook:
    """An open notebook: its cells in order, each with its kind."""

    cells: list[types.NotebookCell]
    metadata: types.LSPObject | None = None


@dataclass(slots=True)
class Documents:
    """Texts and notebooks by URI; the texts of cells are among the texts. `versions` are those of the last change."""

    units: Units = field(default_factory=lambda: Units(types.PositionEncodingKind.Utf16))
    texts: dict[str, str] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    notebooks: dict[str, OpenNotebook] = field(default_factory=dict)

    def open(self, document: types.TextDocumentItem) -> None:
        """Adds a text document or cell."""
        self.texts[document.uri] = document.text
        self.versions[document.uri] = document.version

    def close(self, uri: str) -> None:
        """Removes a text document; the file on disk counts again."""
        self.texts.pop(uri, None)
        self.versions.pop(uri, None)

    def change(self, uri: str, version: int, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Applies the changes in order."""
        text = self.texts.get(uri, "")
        for change in changes:
            text = self._changed(text, change)
        self.texts[uri] = text
        self.versions[uri] = version

    def _changed(self, text: str, change: types.TextDocumentContentChangeEvent) -> str:
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            return change.text
        start, end = self.offset(text, change.range.start), self.offset(text, change.range.end)
        return text[:start] + change.text + text[end:]

    def offset(self, text: str, position: types.Position) -> int:
        """Returns the offset, in characters from 0, of a position in a text. Only the line ends of editors count."""
        start = 0
        for number, match in enumerate(LINE_END.finditer(text)):
            if number == position.line:
                return start + self.units.points(text[start : match.start()], position.character)
            start = match.end()
        if text.count("\n") + text.count("\r") < position.line:
            return len(text)
        return start + self.units.points(text[start:], position.character)

    def open_notebook(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Adds a notebook with the texts of its cells."""
        document = params.notebook_document
        self.notebooks[document.uri] = OpenNotebook(list(document.cells), document.metadata)
        for cell in params.cell_text_documents:
            self.open(cell)

    def change_notebook(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Applies added, removed or changed cells."""
        known = self.notebooks.get(params.notebook_document.uri)
        cells = params.change.cells
        if known is None or cells is None:
            return
        if cells.structure is not None:
            array = cells.structure.array
            known.cells[array.start : array.start + array.delete_count] = array.cells or ()
            for item in cells.structure.did_open or ():
                self.open(item)
            for gone in cells.structure.did_close or ():
                self.close(gone.uri)
        for each in cells.text_content or ():
            self.change(each.document.uri, each.document.version, each.changes)

    def close_notebook(self, params: types.DidCloseNotebookDocumentParams) -> None:
        """Removes a notebook with its cells."""
        self.notebooks.pop(params.notebook_document.uri, None)
        for cell in params.cell_text_documents:
            self.close(cell.uri)

    def cell_uris(self) -> Iterator[tuple[str, str, int]]:
        """Yields the URI of each cell, that of its notebook, and its number from 1."""
        for uri, known in self.notebooks.items():
            yield from ((cell.document, uri, number) for number, cell in enumerate(known.cells, 1))

    def contents(self) -> Iterator[tuple[str, str | None, bytes | None]]:
        """Yields URI and text of each open file, or the JSON of each open notebook."""
        cells = {cell for cell, _, _ in self.cell_uris()}
        yield from ((uri, text, None) for uri, text in self.texts.items() if uri not in cells)
        for uri, known in self.notebooks.items():
            yield uri, None, self._json(known)

    def _json(self, known: OpenNotebook) -> bytes:
        code = types.NotebookCellKind.Code
        cells: list[dict[str, object]] = [
            {
                "cell_type": "code" if cell.kind == code else "markdown",
                "metadata": {},
                "source": self.texts.get(cell.document, ""),
            }
            for cell in known.cells
        ]
        return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


_VIRTUAL = f"{os.sep}.virtual_documents{os.sep}"
"""A virtual folder in which JupyterLab places the notebooks that it sends as texts."""


def path_of_text(uri: str) -> str:
    """Returns the path of a text document. A notebook that JupyterLab sends as one text is a module next to its file."""
    path = path_of(uri)
    return f"{path.replace(_VIRTUAL, os.sep, 1)}.py" if path.endswith(".ipynb") else path


def path_of(uri: str) -> str:
    """Returns the absolute path of a document; for an unsaved one the path it might be saved under."""
    scheme, _, rest = uri.partition(":")
    if scheme == "file":
        return os.path.normpath(to_fs_path(uri) or rest)
    name = re.sub(r"[^\w.-]+", "-", rest).strip("-") or "untitled"
    return os.path.join(os.getcwd(), name if name.endswith((".py", ".ipynb")) else f"{name}.py")
