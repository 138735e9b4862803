"""Converts rewritten files to minimal edits of the protocol."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile

from lsprotocol import types
from pygls.uris import from_fs_path

from tflint_autograph.engine.fix.editing import Rewritten
from tflint_autograph.lsp.documents import Documents
from tflint_autograph.lsp.projects import EditedProject
from tflint_autograph.source.text import decode

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Edits:
    """Edits of an editor's documents, with versions if it supports them."""

    documents: Documents
    versioned: bool

    def of(self, project: EditedProject, files: Iterable[Rewritten]) -> types.WorkspaceEdit | None:
        """Returns the edit that turns the documents into the rewritten files, or None if nothing changes."""
        texts = [text for file in files for text in self._texts(project, file)]
        edits = {uri: list(self._edits(before, after)) for uri, before, after in texts if before != after}
        if not edits:
            return None
        if not self.versioned:
            return types.WorkspaceEdit(changes=edits)
        return types.WorkspaceEdit(document_changes=[self._versioned(uri, own) for uri, own in edits.items()])

    def _versioned(self, uri: str, edits: Sequence[types.TextEdit]) -> types.TextDocumentEdit:
        # A closed file has no version.
        version = self.documents.versions.get(uri)
        return types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, version), list(edits))

    def _texts(self, project: EditedProject, file: Rewritten) -> Iterator[tuple[str, str, str]]:
        """Yields URI, text before and after, for the document of a file, or each cell of an open notebook."""
        path = project.absolute(file.path)
        _, uri = project.open.get(file.path, ("", from_fs_path(path) or path))
        notebook = self.documents.notebooks.get(uri)
        if notebook is not None:
            for cell, after in zip(notebook.cells, json.loads(file.after)["cells"], strict=True):
                yield cell.document, self.documents.texts.get(cell.document, ""), after["source"]
        elif file.path.endswith(".ipynb"):
            encoding = json.detect_encoding(file.before)
            yield uri, file.before.decode(encoding), file.after.decode(encoding)
        else:
            before = self.documents.texts.get(uri, decode(file.before).text)
            yield uri, before, (_BOM if before.startswith(_BOM) else "") + decode(file.after).text

    def _edits(self, before: str, after: str) -> Iterator[types.TextEdit]:
        units = self.documents.units
        for start, end, text in _changes(before, after):
            yield types.TextEdit(types.Range(units.at(before, start), units.at(before, end)), text)


def _changes(before: str, after: str) -> Iterator[tuple[int, int, str]]:
    """Yields start, end (exclusive, in characters from 0) and new text of each differing range."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    start = 0
    at = 0
    for tag, first, last, new_first, new_last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        start += sum(map(len, old[at:first]))
        at = first
        if tag == "equal":
            continue
        gone, come = "".join(old[first:last]), "".join(new[new_first:new_last])
        head = _common(gone, come)
        tail = _common(gone[head:][::-1], come[head:][::-1])
        yield start + head, start + len(gone) - tail, come[head : len(come) - tail]


def _common(one: str, other: str) -> int:
    """Returns the length of the common prefix."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
