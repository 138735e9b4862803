"""The `json` format, `tflint-autograph/1`, described by `schema.json` next to this file."""

from __future__ import annotations

import json
from pathlib import Path

from tflint_autograph import __version__
from tflint_autograph.model.finding import Edit, Evidence, Finding, Fix, Label, Problem, Suppression
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.report import LIMITS, Report
from tflint_autograph.model.trace import Step
from tflint_autograph.report import order
from tflint_autograph.report.pages import address

SCHEMA = "tflint-autograph/1"
Value = str | int | None | list["Value"] | dict[str, "Value"]
Object = dict[str, Value]


def render(report: Report) -> str:
    """Returns the whole document with a final newline; ASCII only, so that it survives every encoding."""
    return json.dumps(document(report), indent=2) + "\n"


def schema() -> str:
    """Returns the JSON Schema (draft 2020-12) of the document, as text."""
    return Path(__file__).with_name("schema.json").read_text(encoding="utf-8")


def document(report: Report) -> Object:
    """Returns the report as plain data: every key is always present, and lists are in report order."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "findings": [_finding(finding, report.rule_url) for finding in order.findings(report)],
        "differences": [_remark(difference) for difference in order.differences(report)],
        "problems": [_problem(problem) for problem in order.problems(report)],
        "summary": _summary(report),
    }


def _finding(finding: Finding, rule_url: str) -> Object:
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "assumptions": list(finding.assumptions),
        "message": finding.message,
        "note": finding.note,
        "help": finding.help,
        "url": address(rule_url, finding.code, finding.name),
        **_place(finding.span),
        "function": finding.function,
        "trace": [_remark(step) for step in finding.trace.steps] if finding.trace else [],
        "labels": [_remark(label) for label in finding.labels],
        "fix": _fix(finding.fix) if finding.fix else None,
        "evidence": _evidence(finding.evidence) if finding.evidence else None,
        "suppressed": _suppression(finding.suppressed) if finding.suppressed else None,
        "fingerprint": finding.fingerprint,
    }


def _problem(problem: Problem) -> Object:
    return {
        "kind": problem.kind.value,
        "message": problem.message,
        "help": problem.hint,
        "partial": problem.partial,
        **_place(problem.span),
    }


def _summary(report: Report) -> Object:
    safeties = [finding.fix.safety for finding in report.findings if finding.fix]
    return {
        "files": report.stats.files,
        "functions": report.stats.functions,
        "traced": report.stats.traced,
        "findings": len(report.findings),
        "fixable": safeties.count(Safety.SAFE),
        "fixable_unsafe": safeties.count(Safety.UNSAFE),
        "suppressed": len(report.suppressed),
        "hidden": report.hidden,
        "baselined": report.baseline.known if report.baseline else 0,
        "unchanged": report.unchanged,
        "problems": len(report.problems),
        "limits": {name.replace("-", "_"): dict(report.stats.limits).get(name, 0) for name in LIMITS},
        "exit_code": report.exit_code,
    }


def _remark(remark: Step | Label) -> Object:
    return {**_place(remark.span), "message": remark.text}


def _fix(fix: Fix) -> Object:
    return {"title": fix.title, "safety": fix.safety.value, "edits": [_edit(edit) for edit in fix.edits]}


def _edit(edit: Edit) -> Object:
    return {**_place(edit.span), "text": edit.text}


def _evidence(evidence: Evidence) -> Object:
    return {"verdict": evidence.verdict, "text": evidence.text, "command": evidence.command}


def _suppression(suppression: Suppression) -> Object:
    return {**_place(suppression.span), "reason": suppression.reason}


def _place(span: Span) -> Object:
    return {
        "path": span.path,
        "cell": span.cell,
        "range": {"start": _position(span.start), "end": _position(span.end)},
    }


def _position(position: Position) -> Object:
    return {"line": position.line, "column": position.column}
