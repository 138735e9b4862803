"""The `html` format: one self-contained page. Its script only filters; everything is visible without it.

User text enters the page only through `words`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from tflint_autograph.model.finding import Finding, Problem
from tflint_autograph.model.levels import Severity
from tflint_autograph.model.report import Report
from tflint_autograph.report import order
from tflint_autograph.report.executions import Executions
from tflint_autograph.report.html.filters import filters
from tflint_autograph.report.html.finding import article
from tflint_autograph.report.html.frames import Sources, frame
from tflint_autograph.report.html.rules import hit, pages
from tflint_autograph.report.html.shell import shell
from tflint_autograph.report.html.text import name, prose, tag, words
from tflint_autograph.report.place import place
from tflint_autograph.report.summary import counted, summary

_FEW = 10
"""Maximum number of findings that are all shown at once; with more, files start collapsed."""


def render(report: Report) -> str:
    """Returns the page as text, to be written as UTF-8."""
    return shell("tflint-autograph", _asset("page.css"), _asset("page.js"), _body(report))


def _asset(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _body(report: Report) -> Iterator[str]:
    findings = order.findings(report)
    sources = dict(report.sources)
    executions = Executions(report)
    rules = hit(findings)
    yield '<a class="skip" href="#findings">Skip to the findings</a>'
    yield "<header>"
    yield "<h1>tflint-autograph</h1>"
    yield from (tag("p", words(line), cls="summary") for line in summary(report) if not line.startswith("Learn more"))
    yield "</header>"
    if rules:
        links = (("findings", counted(len(findings), "finding")), ("rules", counted(len(rules), "rule")))
        yield tag("nav", "".join(tag("a", text, href=f"#{target}") for target, text in links), **{"aria-label": "Views"})
    if findings:
        yield from filters(findings)
    yield '<main id="findings">'
    yield from _problems(report, sources)
    for path, group in groupby(findings, key=lambda finding: finding.span.path):
        yield from _file(path, list(group), sources, executions, is_open=len(findings) <= _FEW)
    yield '<p class="none" hidden>No finding fits these filters. <kbd>Esc</kbd> clears them.</p>'
    yield "</main>"
    yield from pages(rules)


def _problems(report: Report, sources: Sources) -> Iterator[str]:
    problems = order.problems(report)
    if not problems:
        return
    yield '<section class="problems"><h2>Not everything could be checked</h2>'
    yield from (_problem(problem, sources) for problem in problems)
    yield "</section>"


def _problem(problem: Problem, sources: Sources) -> str:
    title = f"{tag('span', words(problem.kind.value), cls='badge error')} {prose(problem.message)}"
    hint = tag("p", prose(problem.hint), cls="help") if problem.hint else ""
    where = tag("p", words(place(problem.span)), cls="place")
    data = {
        "data-kind": words(problem.kind.value),
        "data-place": words(place(problem.span)),
        "data-message": words(problem.message),
    }
    content = f"{tag('h3', title)}{where}{frame(problem.span, (), '', sources)}{hint}"
    return tag("article", content, cls="problem", **data)


def _file(path: str, findings: Sequence[Finding], sources: Sources, executions: Executions, *, is_open: bool) -> Iterator[str]:
    """Yields a file with its findings; its heading has their number by severity."""
    counts = Counter(finding.severity for finding in findings)
    tallies = "".join(
        tag("span", f"{counts[level]} info" if level is Severity.INFO else counted(counts[level], level.value), cls=f"tally {level.value}")
        for level in sorted(counts, reverse=True)
    )
    shown = tag("span", "", cls="matching", hidden="")
    yield f'<details class="file"{" open" if is_open else ""}>'
    yield tag("summary", f"{tag('h2', name(path))}{tallies}{shown}")
    yield from (article(finding, sources, executions) for finding in findings)
    yield "</details>"
