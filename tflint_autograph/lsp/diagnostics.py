"""Converts findings and problems to diagnostics of the protocol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping

from lsprotocol import types

from tflint_autograph.lsp.positions import LinesOf, Units
from tflint_autograph.model.finding import Finding, Problem
from tflint_autograph.model.levels import Severity
from tflint_autograph.model.location import Span
from tflint_autograph.model.trace import Step
from tflint_autograph.report.pages import address

SOURCE = "tflint-autograph"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
_UNNECESSARY = frozenset({"TFA901"})
"""Rules about unnecessary code, which editors grey out."""

UriOf = Callable[[Span], str]
"""Returns the URI of the document, or cell, that contains a span."""


def diagnostic(finding: Finding, units: Units, lines_of: LinesOf, uri_of: UriOf, rule_url: str) -> types.Diagnostic:
    """Returns a finding with header, note and help on separate lines, and its trace and labels as related places."""
    remarks = [
        *((step.span, step.text) for step in _chain(finding)),
        *((each.span, each.text) for each in finding.labels),
    ]
    related = [
        types.DiagnosticRelatedInformation(types.Location(uri_of(span), units.range(span, lines_of)), text)
        for span, text in remarks
    ]
    page = address(rule_url, finding.code, finding.name)
    return types.Diagnostic(
        units.range(finding.span, lines_of),
        "\n".join(filter(None, (finding.message, finding.note, finding.help and f"help: {finding.help}"))),
        _SEVERITIES[finding.severity],
        code=finding.code,
        code_description=types.CodeDescription(page) if page else None,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if finding.code in _UNNECESSARY else None,
        related_information=related or None,
        data={"fingerprint": finding.fingerprint, "name": finding.name, "fixable": finding.fix is not None},
    )


def trouble(problem: Problem, units: Units, lines_of: LinesOf) -> types.Diagnostic:
    """Returns the diagnostic for a file that could not be checked."""
    text = f"{problem.message} ({problem.hint})" if problem.hint else problem.message
    place = units.range(problem.span, lines_of)
    return types.Diagnostic(place, text, types.DiagnosticSeverity.Error, code=problem.kind.value, source=SOURCE)


def _chain(finding: Finding) -> Iterator[Step]:
    yield from finding.trace.steps if finding.trace is not None else ()


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
