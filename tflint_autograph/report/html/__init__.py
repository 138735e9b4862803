"""The `html` format: one self-contained page. Its script only filters; everything is visible without it.

User text enters the page only through `words`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from markdown_it import MarkdownIt

from tflint_autograph.model.finding import Finding, Problem
from tflint_autograph.model.levels import Severity
from tflint_autograph.model.report import Report
from tflint_autograph.report import order
from tflint_autograph.report.html.finding import article
from tflint_autograph.report.html.frames import Sources, frame
from tflint_autograph.report.html.shell import name, prose, shell, tag, words
from tflint_autograph.report.place import Executions, place
from tflint_autograph.report.summary import counted, summary
from tflint_autograph.rules.api import Rule, load

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


def filters(findings: Sequence[Finding]) -> Iterator[str]:
    """Yields the form; each choice offers the values among the findings."""
    rules = sorted({(finding.code, finding.name) for finding in findings})
    counts = {code: sum(finding.code == code for finding in findings) for code, _ in rules}
    paths = sorted({finding.span.path for finding in findings})
    yield '<form class="filters" role="search" aria-label="Filter the findings">'
    yield _choice("rule", "Rule", [(code, f"{code} {name} ({counts[code]})") for code, name in rules])
    yield _choice("severity", "Severity", [(level, level) for level in ("error", "warning", "info")])
    yield _choice("confidence", "Confidence", [(level, level) for level in ("high", "medium", "low")])
    yield _choice("path", "File", [(path, path) for path in paths])
    yield '<label class="wide">Text <input type="search" name="text" placeholder="press / to search"></label>'
    yield '<button type="reset">Clear</button>'
    yield '<button type="button" class="all">Open all</button>'
    yield f'<p class="count" role="status" aria-live="polite">{len(findings)} shown</p>'
    yield '<p class="keys"><kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>/</kbd> search · <kbd>Esc</kbd> clear</p>'
    yield "</form>"


def _choice(name: str, label: str, options: Sequence[tuple[str, str]]) -> str:
    listed = "".join(tag("option", words(text), value=words(value)) for value, text in options)
    return f'<label>{label} <select name="{name}"><option value="">all</option>{listed}</select></label>'


_HEADING = re.compile(r"(</?h)(\d)>")


def hit(findings: Iterable[Finding]) -> tuple[Rule, ...]:
    """Returns the rules among the findings, sorted by code."""
    codes = {finding.code for finding in findings}
    return tuple(rule for rule in load() if rule.code in codes)


def pages(rules: Sequence[Rule]) -> Iterator[str]:
    """Yields a collapsed block for each rule, in a separate view."""
    if not rules:
        return
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    yield '<section class="rules" id="rules"><h2>The rules</h2>'
    for rule in rules:
        title = tag("h3", f"{tag('code', rule.code)} {rule.name}: {prose(rule.page.summary)}")
        # The sections of a page are two levels below the heading of the view.
        page = _HEADING.sub(lambda match: f"{match[1]}{min(6, int(match[2]) + 2)}>", markdown.render(rule.page.markdown))
        yield tag("details", f"{tag('summary', title)}{page}", cls="rule-page", id=f"rule-{rule.code}")
    yield "</section>"
