"""The `concise` format: one line a finding, made for editors and `grep`. Holds no summary: that goes to stderr."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.report import Report
from tflint_autograph.report import order
from tflint_autograph.report.place import one_line, place


def render(report: Report) -> str:
    """Lines `path:line:col: CODE message`, then problems as `path:line:col: kind: message`; empty without any."""
    return "".join(f"{line}\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    for finding in order.findings(report):
        yield f"{place(finding.span)}: {finding.code} {one_line(finding.message)}"
    for problem in order.problems(report):
        yield f"{place(problem.span)}: {problem.kind.value}: {one_line(problem.message)}"
