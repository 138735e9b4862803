"""`--statistics`: how often each rule was hit."""

from __future__ import annotations

from dataclasses import replace

from tests.report.sample_report import PRINT, sample, span
from tflint_autograph.model.finding import Edit, Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.report import Report
from tflint_autograph.report.statistics import statistics


def test_by_count_then_code() -> None:
    assert statistics(sample()) == (
        "2  TFA101  python-print",
        "1  TFA110  frozen-random",
        "1  TFA401  python-range",
        "1  TFA503  outer-mutation",
        "1  TFA901  unused-suppression",
        "162 findings per 1000 traced functions; confidence: 5 high (83 %), 1 medium (17 %)",
    )


def test_counts_are_aligned() -> None:
    other = replace(PRINT, code="TFA001", name="other")
    many = [replace(PRINT, span=span("a.py", line, 1, 2)) for line in range(1, 13)]
    assert statistics(Report(findings=(other, *many))) == ("12  TFA101  python-print", " 1  TFA001  other")


def test_marks_say_which_rules_have_safe_fixes() -> None:
    safe = Fix("mend it", (Edit(span("a.py", 1, 1, 2), ""),), Safety.SAFE)
    some = [replace(PRINT, fix=safe), replace(PRINT, span=span("a.py", 2, 1, 2))]
    all_of_them = replace(PRINT, code="TFA001", name="other", fix=safe)
    none = replace(PRINT, code="TFA002", name="third")
    assert statistics(Report(findings=(*some, all_of_them, none))) == (
        "2  TFA101  [-] python-print",
        "1  TFA001  [*] other",
        "1  TFA002  [ ] third",
    )


def test_nothing() -> None:
    assert statistics(Report(findings=())) == ()
