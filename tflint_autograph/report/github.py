"""The `github` format: annotations for the log of GitHub Actions.

GitHub shows the first ten warnings and errors of a step, so the most severe come first. An annotation replaces its line in the log, so each
message starts like a line of `concise`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.levels import Severity
from tflint_autograph.model.location import Span
from tflint_autograph.model.report import Report
from tflint_autograph.report import order
from tflint_autograph.report.place import one_line, place
from tflint_autograph.report.raw import Raw

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: Report) -> str:
    """Returns a line `::warning title=...,file=...::path:line:col: CODE message` for each finding, and an error for each problem."""
    return "".join(f"{line}\n" for line in _lines(report, Raw(report)))


def _lines(report: Report, raw: Raw) -> Iterator[str]:
    for problem in order.problems(report):
        line = f"{place(problem.span)}: {problem.kind.value}: {one_line(problem.message)}"
        yield _annotation("error", problem.kind.value, raw.span(problem.span), line, problem.hint)
    for finding in order.worst_first(report):
        line = f"{place(finding.span)}: {finding.code} {one_line(finding.message)}"
        evidence = f"{finding.evidence.verdict}: {finding.evidence.text}" if finding.evidence else ""
        command = _COMMANDS[finding.severity]
        yield _annotation(command, finding.code, raw.span(finding.span), line, finding.note, finding.help, evidence)


def _annotation(command: str, title: str, span: Span, *lines: str) -> str:
    properties = {"title": f"tflint-autograph ({title})", "file": span.path, "line": str(span.start.line)}
    if span.start.line == span.end.line:
        # Columns of more than one line are refused.
        properties |= {"col": str(span.start.column), "endColumn": str(span.end.column)}
    else:
        properties["endLine"] = str(span.end.line)
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{command} {listed}::{_data(chr(10).join(one_line(line) for line in lines if line))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
