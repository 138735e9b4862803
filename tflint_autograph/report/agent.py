"""The `agent` format: all facts about a finding on one dense line, without code frames, for coding agents."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tflint_autograph.model.finding import Finding, Problem
from tflint_autograph.model.report import Report
from tflint_autograph.report import order
from tflint_autograph.report.chain import links
from tflint_autograph.report.place import line_place, one_line, place


def render(report: Report) -> str:
    """Returns lines `path:line:col CODE severity confidence` and `name=value` with JSON strings as values; problems likewise."""
    lines = [_finding(finding) for finding in order.findings(report)]
    lines += [_problem(problem) for problem in order.problems(report)]
    return "".join(f"{line}\n" for line in lines)


def _finding(finding: Finding) -> str:
    head = f"{place(finding.span)} {finding.code} {finding.severity.value} {finding.confidence.value}"
    return " ".join((head, *(f"{name}={_quoted(value)}" for name, value in _values(finding))))


def _values(finding: Finding) -> Iterator[tuple[str, str]]:
    yield "rule", finding.name
    yield "in", finding.function
    yield "msg", finding.message
    if finding.note:
        yield "note", finding.note
    if finding.trace:
        yield "via", " > ".join(f"{link.short(finding.span.path)} {line_place(link.span)}" for link in links(finding)[:-1])
    for label in finding.labels:
        yield "see", f"{line_place(label.span)} {label.text}"
    if finding.help:
        yield "help", finding.help
    if finding.fix:
        yield "fix", f"{finding.fix.safety.value}: {finding.fix.title}"
    if finding.evidence:
        yield "evidence", f"{finding.evidence.verdict}: {finding.evidence.text}"


def _problem(problem: Problem) -> str:
    hint = f" help={_quoted(problem.hint)}" if problem.hint else ""
    return f"{place(problem.span)} {problem.kind.value} error msg={_quoted(problem.message)}{hint}"


def _quoted(text: str) -> str:
    """Returns a JSON string that stays on its line and contains no terminal control characters."""
    return json.dumps(text, ensure_ascii=text != one_line(text))
