"""Diagnostics that the editor pulls (LSP 3.17), instead of getting them pushed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Iterable, Mapping

from lsprotocol import types

NEVER = ""
"""The result id of a document in which nothing was ever found."""

Reports = Mapping[str, tuple[list[types.Diagnostic], int | None]]
"""Diagnostics by document, each with the version of its text."""


class Pulled:
    """The diagnostics of each document, and what the editor has received. Each change gets a new result id."""

    def __init__(self) -> None:
        self.reports: dict[str, tuple[list[types.Diagnostic], int | None]] = {}
        self._identities: dict[str, str] = {}
        self._told: dict[str, str] = {}
        self._announced: dict[str, str] = {}
        self._waiting: Counter[str] = Counter()
        self._number = 0

    def take(self, reports: Reports) -> bool:
        """Takes over the results of a check. Returns whether the editor has to pull again."""
        for uri in self.reports.keys() | reports.keys():
            before, now = self.reports.get(uri, ([], None))[0], reports.get(uri, ([], None))[0]
            if before != now:
                self._number += 1
                self._identities[uri] = str(self._number)
        self.reports = dict(reports)
        stale = {uri for uri, identity in self._identities.items() if identity not in (self._told.get(uri, NEVER), self._announced.get(uri))}
        # An editor pulls a document that it has just opened by itself.
        opened = {uri for uri, (_, version) in self.reports.items() if version is not None} - self._told.keys()
        stale -= self._waiting.keys() | opened
        # Once per change: an editor that never pulls a document is not told again.
        self._announced.update({uri: self._identities[uri] for uri in stale})
        return bool(stale)

    async def document(self, settled: Awaitable[None], uri: str, known: str | None) -> types.DocumentDiagnosticReport:
        """Returns the diagnostics of a document, once they have `settled` to match its text; only `unchanged` if the editor has them."""
        self._waiting[uri] += 1
        try:
            await settled
        finally:
            self._waiting[uri] -= 1
            self._waiting += Counter()
        identity = self._told[uri] = self._identities.get(uri, NEVER)
        if known is not None and known == identity:
            return types.RelatedUnchangedDocumentDiagnosticReport(identity)
        return types.RelatedFullDocumentDiagnosticReport(self.reports.get(uri, ([], None))[0], result_id=identity)

    def workspace(self, known: Mapping[str, str]) -> Iterable[types.WorkspaceDocumentDiagnosticReport]:
        """Yields the diagnostics of all documents that have some, or that the editor knows of."""
        for uri in sorted(self.reports.keys() | known.keys()):
            diagnostics, version = self.reports.get(uri, ([], None))
            identity = self._told[uri] = self._identities.get(uri, NEVER)
            if known.get(uri) == identity:
                yield types.WorkspaceUnchangedDocumentDiagnosticReport(uri, identity, version)
            else:
                yield types.WorkspaceFullDocumentDiagnosticReport(uri, diagnostics, version, result_id=identity)


def wants_to_pull(capabilities: types.ClientCapabilities) -> bool:
    """Whether an editor pulls diagnostics, and again on request, since an edit affects other documents too."""
    text, workspace = capabilities.text_document, capabilities.workspace
    refresh = workspace.diagnostics if workspace is not None else None
    return text is not None and text.diagnostic is not None and refresh is not None and bool(refresh.refresh_support)
