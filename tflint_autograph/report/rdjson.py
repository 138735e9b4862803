"""The `rdjson` format for reviewdog, with columns in UTF-8 bytes. Fixes that need an import are left out."""

from __future__ import annotations

import json
from collections.abc import Iterable

from tflint_autograph.model.finding import Finding, Fix, Label, Problem
from tflint_autograph.model.levels import Safety, Severity
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.report import Report
from tflint_autograph.model.trace import Step
from tflint_autograph.report import order
from tflint_autograph.report.document import Object, Value
from tflint_autograph.report.pages import address, reference
from tflint_autograph.report.raw import Raw, by_source, cell_words, join

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


def render(report: Report) -> str:
    """Returns a reviewdog `DiagnosticResult` as JSON with a final newline."""
    writer = _Writer(report)
    diagnostics: list[Value] = [writer.finding(finding) for finding in order.findings(report)]
    diagnostics += [writer.problem(problem) for problem in order.problems(report)]
    return json.dumps({"source": {"name": "tflint-autograph"}, "severity": "WARNING", "diagnostics": diagnostics}, indent=2) + "\n"


class _Writer:
    """Writes the findings and problems of one report, with access to the source text."""

    def __init__(self, report: Report) -> None:
        self._raw = Raw(report)
        self._sources = dict(report.sources)
        self._rule_url = report.rule_url

    def finding(self, finding: Finding) -> Object:
        evidence = (f"{finding.evidence.verdict}: {finding.evidence.text}",) if finding.evidence else ()
        steps = finding.trace.steps if finding.trace else ()
        url = address(self._rule_url, finding.code, finding.name)
        more = () if url else (reference("", finding.code, finding.name),)
        return {
            "message": _words(finding.span, finding.message, finding.note, finding.help, *evidence, *more),
            "location": self._location(finding.span),
            "severity": _SEVERITIES[finding.severity],
            "code": {"value": finding.code, **({"url": url} if url else {})},
            "suggestions": self._suggestions(finding.fix) if finding.fix else [],
            "related_locations": self._related((*steps, *finding.labels)),
        }

    def problem(self, problem: Problem) -> Object:
        return {
            "message": _words(problem.span, problem.message, problem.hint),
            "location": self._location(problem.span),
            "severity": "ERROR",
            "code": {"value": problem.kind.value},
            "suggestions": [],
            "related_locations": [],
        }

    def _related(self, remarks: Iterable[Step | Label]) -> list[Value]:
        return [
            {"message": f"{cell_words(remark.span)}{remark.text}", "location": self._location(remark.span)}
            for remark in remarks
        ]

    def _suggestions(self, fix: Fix) -> list[Value]:
        """Returns the fix as one suggestion, since each is applied alone; empty if it changes several places."""
        groups = by_source(fix.edits)
        if fix.safety is Safety.DISPLAY or fix.imports or len(groups) != 1:
            return []
        ((source, edits),) = groups.items()
        joined = join(edits, self._sources.get(source, ()))
        if joined is None:
            return []
        edit = self._raw.edit(joined)
        return [{"range": self._range(edit.span), "text": edit.text}]

    def _location(self, span: Span) -> Object:
        span = self._raw.span(span)
        return {"path": span.path, "range": self._range(span)}

    def _range(self, span: Span) -> Object:
        return {"start": self._position(span.path, span.start), "end": self._position(span.path, span.end)}

    def _position(self, path: str, position: Position) -> Object:
        column = self._raw.utf8_column(path, position)
        return {"line": position.line} if column is None else {"line": position.line, "column": column}


def _words(span: Span, message: str, *more: str) -> str:
    return cell_words(span) + "\n".join((message, *filter(None, more)))
