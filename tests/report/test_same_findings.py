"""Every format tells the same findings: random reports are written, read back and compared."""

from __future__ import annotations

from collections import Counter
from html import unescape

import pytest
from hypothesis import given, settings

from tests.report.read_back import READERS, Told
from tests.report.report_strategies import reports
from tests.report.sample_report import sample
from tflint_autograph.model.finding import Finding, Problem
from tflint_autograph.model.levels import Severity
from tflint_autograph.model.report import Report
from tflint_autograph.report.formats import FORMATS, render
from tflint_autograph.report.html.shell import words
from tflint_autograph.report.junit import _text as xml_text
from tflint_autograph.report.place import one_line
from tflint_autograph.report.raw import Raw, cell_words
from tflint_autograph.report.sarif.results import _literal as literal


def html_text(text: str) -> str:
    """What a page holds of the user's words when its own escapes are undone."""
    return unescape(words(text))


ESCAPED = {"concise": one_line, "grouped": one_line, "github": one_line, "junit": xml_text, "html": html_text, "sarif": literal}
"""How formats write the user's words, where they do not write them as they are."""

SEVERITIES = {
    "json": {severity: severity.value for severity in Severity},
    "agent": {severity: severity.value for severity in Severity},
    "html": {severity: severity.value for severity in Severity},
    "junit": {severity: severity.value for severity in Severity},
    "github": {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"},
    "sarif": {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"},
    "gitlab": {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"},
    "rdjson": {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"},
}
IN_CELLS = ("concise", "grouped", "json", "junit", "agent", "html")
"""Formats that name a notebook's cell; the others place findings in its JSON text."""

COMPOSED = ("rdjson", "sarif")
"""Formats that have one text for message, help and evidence."""

PATHS_AS_THEY_ARE = ("json", "github", "gitlab", "rdjson", "sarif")
FINGERPRINTED = ("json", "gitlab", "sarif", "html")


def expected(name: str, report: Report) -> Counter[Told]:
    """What the format has to tell of the report."""
    raw = Raw(report)
    problems = {"gitlab": "critical", "rdjson": "ERROR"}.get(name, "error" if name in SEVERITIES else None)
    told = [_finding(name, finding, raw) for finding in report.findings]
    told += [_told(name, problem, problem.kind.value, raw)._replace(severity=problems) for problem in report.problems]
    return Counter(told)


def _finding(name: str, finding: Finding, raw: Raw) -> Told:
    told = _told(name, finding, finding.code, raw)
    severity = SEVERITIES[name][finding.severity] if name in SEVERITIES else None
    fingerprint = finding.fingerprint if name in FINGERPRINTED else None
    verdict = ""
    if finding.evidence and name in ("concise", "grouped"):
        word, text = finding.evidence.verdict, one_line(finding.evidence.text)
        verdict = f"  ({word})" if name == "grouped" else f" [{word}: {text}]"
    return told._replace(message=told.message + verdict, severity=severity, fingerprint=fingerprint)


def _told(name: str, entry: Finding | Problem, code: str, raw: Raw) -> Told:
    escape = ESCAPED.get(name, str)
    span = entry.span if name in IN_CELLS else raw.span(entry.span)
    column = raw.utf8_column(span.path, span.start) if name == "rdjson" else span.start.column
    if name == "github" and span.start.line != span.end.line:
        column = None
    path = span.path
    if name not in PATHS_AS_THEY_ARE:
        path = {"junit": xml_text, "html": html_text}.get(name, one_line)(path)
    around = cell_words(entry.span) if name in COMPOSED else ""
    return Told(code, path, (span.cell, span.start.line, column), around + escape(entry.message))


def read(name: str, text: str, wanted: Counter[Told]) -> Counter[Told]:
    """What was told, without what the format puts around a message: the wanted one must be its start."""
    told = list(READERS[name](text))
    if name == "gitlab":
        fingerprints = [one.fingerprint for one in told]
        assert len(set(fingerprints)) == len(fingerprints)
        told = [one if one.code.startswith("TFA") else one._replace(fingerprint=None) for one in told]
    return _uncomposed(told, wanted, {"sarif": ".", "rdjson": "\n"}[name]) if name in COMPOSED else Counter(told)


def _uncomposed(told: list[Told], wanted: Counter[Told], end: str) -> Counter[Told]:
    """What was told with nothing behind the messages: each takes the longest wanted one left that it starts with."""
    left = wanted.copy()
    found: Counter[Told] = Counter()
    for one in sorted(told, key=lambda one: -len(one.message)):
        here = (each for each in left.elements() if each._replace(message="") == one._replace(message=""))
        fitting = [each for each in here if f"{one.message}{end}".startswith(f"{each.message}{end}")]
        best = max(fitting, key=lambda each: len(each.message), default=one)
        left -= Counter([best])
        found[best] += 1
    return found


def check(name: str, report: Report) -> None:
    """Write, read, compare."""
    wanted = expected(name, report)
    assert read(name, render(name, report, color=False), wanted) == wanted


def test_every_format_for_programs_is_read_back() -> None:
    assert set(READERS) | {"full"} >= set(FORMATS)


@pytest.mark.parametrize("name", READERS)
def test_the_sample(name: str) -> None:
    check(name, sample())


@settings(max_examples=100)
@given(reports())
def test_any_report(report: Report) -> None:
    for name in READERS:
        check(name, report)
