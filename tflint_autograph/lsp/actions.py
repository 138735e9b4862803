"""Code actions: fixes, fix all, suppression comments, explanations."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile

from lsprotocol import types
from pygls.uris import from_fs_path

from tflint_autograph.engine.fix.editing import Rewritten, fixed, ignored
from tflint_autograph.lsp.diagnostics import UriOf, diagnostic
from tflint_autograph.lsp.documents import Documents
from tflint_autograph.lsp.positions import Units
from tflint_autograph.lsp.projects import EditedProject
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.levels import Safety
from tflint_autograph.source.text import decode

FIX_ALL = "source.fixAll.tflint-autograph"
EXPLAIN = "tflint-autograph.explain"
KINDS = (types.CodeActionKind.QuickFix.value, FIX_ALL)


@dataclass(frozen=True, slots=True)
class Actions:
    """The code actions for the findings of a project."""

    project: EditedProject
    units: Units
    uri_of: UriOf
    edits: Edits

    def about(self, finding: Finding) -> Iterator[types.CodeAction]:
        """Yields the fix, if possible, the suppression comment, and the explanation."""
        shown = [diagnostic(finding, self.units, self.project.lines, self.uri_of, self.project.rule_url)]
        kind = types.CodeActionKind.QuickFix
        if finding.fix is not None and finding.fix.safety is not Safety.DISPLAY:
            safe = finding.fix.safety is Safety.SAFE
            title = f"{finding.code}: {finding.fix.title}" + (
                "" if safe else " (unsafe: may change what the code does)"
            )
            edit = self.edits.of(self.project, fixed(self.project.session, finding))
            if edit is not None:
                yield types.CodeAction(title, kind, shown, safe, edit=edit)
        comment = self.edits.of(self.project, ignored(self.project.session, finding))
        if comment is not None:
            yield types.CodeAction(f"{finding.code}: ignore on this line", kind, shown, edit=comment)
        command = types.Command(f"Explain {finding.code}", EXPLAIN, arguments=[finding.code])
        yield types.CodeAction(f"{finding.code}: explain `{finding.name}`", kind, shown, command=command)


def fix_all(project: EditedProject, findings: Sequence[Finding], uri: str) -> types.CodeAction | None:
    """Returns the action that does what `--fix` does, without its edit, or None if there is nothing to fix in the document."""
    unsafe = project.session.settings.unsafe_fixes
    least = Safety.UNSAFE if unsafe else Safety.SAFE
    if not any(finding.fix is not None and finding.fix.safety >= least for finding in findings):
        return None
    title = f"tflint-autograph: apply all {'' if unsafe else 'safe '}fixes"
    return types.CodeAction(title, FIX_ALL, data=uri)


def wants(kind: str, only: Sequence[str]) -> bool:
    """Whether an editor that requests these kinds, or parent kinds, requests this one."""
    return not only or any(kind == each or kind.startswith(f"{each}.") for each in only)


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
