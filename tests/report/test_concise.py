"""The `concise` format, against the grammar that editors parse it with."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.report.report_strategies import reports
from tests.report.sample_report import PRINT, PROBLEMS, assert_golden, one, sample, span
from tflint_autograph.model.finding import Evidence, ProblemKind
from tflint_autograph.model.report import Report
from tflint_autograph.report.concise import render

GRAMMAR = re.compile(r"^(.+?):(?:cell (\d+):)?(\d+):(\d+): ([A-Z]+\d+|[a-z-]+:?) (?:\[\*\] )?(.*)$")


def test_sample() -> None:
    assert_golden("concise.txt", render(sample()))


def test_nothing_is_nothing() -> None:
    assert render(Report(findings=())) == ""


def test_grammar_reads_a_notebook_place() -> None:
    match = GRAMMAR.match(render(sample()).splitlines()[0])
    assert match
    assert match.groups()[:5] == ("nb/demo.ipynb", "3", "3", "16", "TFA110")


def test_grammar_reads_a_drive_letter() -> None:
    match = GRAMMAR.match(render(one(replace(PRINT, span=span("C:/a b.py", 2, 3, 4)))))
    assert match
    assert match.groups()[:4] == ("C:/a b.py", None, "2", "3")


def test_grammar_reads_every_kind_of_problem() -> None:
    for kind in ProblemKind:
        match = GRAMMAR.match(render(Report(findings=(), problems=(replace(PROBLEMS[0], kind=kind),))))
        assert match
        assert match[5] == f"{kind.value}:"


def test_names_and_words_stay_on_their_line() -> None:
    finding = replace(PRINT, span=span("a\nb\x1b\u2028\udc80.py", 1, 1, 2), message="one\r\ntwo")
    assert render(one(finding)) == "a\\nb\\x1b\\u2028\\udc80.py:1:1: TFA101 one\\r\\ntwo\n"


@given(reports())
def test_one_line_a_finding_and_a_problem(report: Report) -> None:
    lines = render(report).splitlines()
    assert len(lines) == len(report.findings) + len(report.problems)
    assert all(GRAMMAR.match(line) for line in lines)


def test_findings_that_differ_in_their_evidence_alone_have_an_order() -> None:
    bare, shown = replace(PRINT, evidence=None), replace(PRINT, evidence=Evidence("confirmed", "printed once", ""))
    there, back = (render(Report(findings=pair, problems=())) for pair in ((bare, shown), (shown, bare)))
    assert there == back


@given(reports(), st.randoms())
def test_order_of_the_report_does_not_matter(report: Report, random: object) -> None:
    findings = list(report.findings)
    random.shuffle(findings)  # type: ignore[attr-defined]
    assert render(replace(report, findings=tuple(findings))) == render(report)
