"""Converts findings and problems to diagnostics of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
