"""The `concise` format: one line per finding, for editors and `grep`. The summary goes to stderr."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.levels import Safety
from tflint_autograph.model.report import Report
from tflint_autograph.report import order
from tflint_autograph.report.place import one_line, place


def render(report: Report) -> str:
    """Returns lines `path:line:col:

    CODE message`, with `[*]` before the message if `--fix` repairs it, then problems as `path:line:col: kind: message`.
    """
    return "".join(f"{line}\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    for finding in order.findings(report):
        mark = "[*] " if finding.fix and finding.fix.safety is Safety.SAFE else ""
        verdict = f" [{finding.evidence.verdict}: {one_line(finding.evidence.text)}]" if finding.evidence else ""
        yield f"{place(finding.span)}: {finding.code} {mark}{one_line(finding.message)}{verdict}"
    for difference in order.differences(report):
        yield f"{place(difference.span)}: also differs: {one_line(difference.text)}"
    yield from problem_lines(report)


def problem_lines(report: Report) -> Iterator[str]:
    """Yields the lines of the problems only."""
    for problem in order.problems(report):
        yield f"{place(problem.span)}: {problem.kind.value}: {one_line(problem.message)}"
