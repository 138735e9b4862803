"""The summary: what was found, what is not shown, and the four kinds of nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.report.sample_report import COVERED, PRINT, PROBLEMS, one, sample, span
from tflint_autograph.model.baseline import Baselined, Difference, Where
from tflint_autograph.model.finding import Edit, Fix
from tflint_autograph.model.levels import Confidence, Safety, Severity
from tflint_autograph.model.report import Report, Silence, Stats
from tflint_autograph.report.place import place
from tflint_autograph.report.summary import summary

CLEAN = Report(findings=(), stats=Stats(files=214, relevant=20, traced=37))
NOTHING_TRACED = (
    "No function is traced in 214 files: nothing reaches tf.function, Model.fit, Dataset.map …   "
    "`tflint-autograph why FILE:LINE` prints the reason."
)
WHICH = "Learn more: `tflint-autograph why FILE` says which functions of a file are traced, and why"


def test_findings_by_severity_and_everything_left_out() -> None:
    assert summary(sample()) == (
        "6 findings (2 errors, 3 warnings, 1 info) in 3 of 214 files · 37 traced functions",
        "Run: 1 confirmed",
        "Not shown: 4 below --min-severity or --min-confidence (--pedantic shows them) · 1 suppressed",
        "2 problems: not everything could be checked",
        "1 fixable with --fix --unsafe-fixes",
        "Learn more: tflint-autograph explain TFA110",
    )


def test_one_of_everything() -> None:
    assert summary(one(PRINT)) == (
        "1 finding (1 warning) in 1 of 1 file · 1 traced function",
        "1 fixable with --fix --unsafe-fixes",
        "Learn more: tflint-autograph explain TFA101",
    )


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"excuse": "its text says that it runs at trace time", "severity": Severity.INFO}, "its text says that it runs at trace time"),
        ({"severity": Severity.INFO}, "for information only"),
        ({"confidence": Confidence.LOW}, "low confidence"),
        ({"confidence": Confidence.LOW, "trace": replace(PRINT.trace, confidence=Confidence.LOW) if PRINT.trace else None}, "low confidence: the function may not be traced"),
    ],
)
def test_findings_below_the_level_are_named_with_the_reason(change: dict[str, Any], reason: str) -> None:
    named = replace(PRINT, **change)
    lines = summary(replace(CLEAN, hidden=3, uncounted=(named,)))
    assert lines[2:] == ("Not counted as findings, with the reason:", f"  {place(named.span)}: TFA101 {named.message} ({reason})", "  and 2 more")
    assert summary(replace(one(PRINT), hidden=1, uncounted=(named,)))[2:4] == lines[2:4]


def test_findings_of_one_rule_below_the_level_share_a_line() -> None:
    low = replace(PRINT, confidence=Confidence.LOW)
    places = [replace(low, span=replace(low.span, start=low.span.start._replace(line=line))) for line in range(1, 9)]
    others = [replace(low, code=f"TFA20{number}") for number in range(1, 7)]
    lines = summary(replace(CLEAN, hidden=20, uncounted=(*reversed(places), *others)))
    shown = ", ".join(place(each.span) for each in places[:6])
    assert lines[3] == f"  TFA101 {PRINT.name}: {shown} and 2 more (low confidence)"
    assert [line.split()[1] for line in lines[4:8]] == ["TFA201", "TFA202", "TFA203", "TFA204"]
    assert lines[8] == "  and 8 more"


@pytest.mark.parametrize(
    ("rules", "files", "line"),
    [
        (["TFA101"] * 12 + ["TFA110"] * 8, [f"{each}.py" for each in range(20)], "12 of 20 findings are TFA101: `--ignore TFA101` leaves it out"),
        ([f"TFA{each}" for each in range(101, 121)], ["a.py"] * 11 + ["b.py"] * 9, "11 of 20 findings are in a.py: `--extend-exclude a.py` leaves it out"),
        (["TFA101"] * 11 + ["TFA110"] * 9, ["a.py"] * 15 + ["b.py"] * 5, "15 of 20 findings are in a.py: `--extend-exclude a.py` leaves it out"),
        (["TFA101"] * 10 + ["TFA110"] * 10, ["a.py"] * 10 + ["b.py"] * 10, ""),
        (["TFA101"] * 19, ["a.py"] * 19, ""),
    ],
)
def test_what_most_of_many_findings_have_in_common_is_said(rules: list[str], files: list[str], line: str) -> None:
    places = enumerate(zip(rules, files, strict=True), 1)
    many = tuple(replace(PRINT, code=code, span=span(path, number, 1, 2)) for number, (code, path) in places)
    lines = summary(replace(CLEAN, findings=many))
    assert lines[-2:-1] == (line,) if line else not any(" findings are " in each for each in lines)


def test_where_one_file_was_read_it_is_the_rule_that_is_named() -> None:
    many = tuple(replace(PRINT, span=span("a.py", number, 1, 2)) for number in range(1, 22))
    lines = summary(replace(CLEAN, findings=many, stats=Stats(files=1, relevant=1, traced=3)))
    assert "21 of 21 findings are TFA101: `--ignore TFA101` leaves it out" in lines


def test_learn_more_names_the_first_finding_of_the_report() -> None:
    report = one(PRINT)
    later = replace(PRINT, code="TFA999", span=span("z.py", 1, 1, 2))
    assert summary(replace(report, findings=(later, PRINT)))[-1] == "Learn more: tflint-autograph explain TFA101"


@pytest.mark.parametrize(
    ("report", "silence", "lines"),
    [
        pytest.param(CLEAN, Silence.CLEAN, ["No findings. 37 traced functions in 214 files are clean.", WHICH], id="clean"),
        pytest.param(
            replace(CLEAN, suppressed=(COVERED,)),
            Silence.CLEAN,
            ["No findings. 37 traced functions in 214 files are clean (1 suppressed).", WHICH],
            id="clean but suppressed",
        ),
        pytest.param(
            replace(CLEAN, hidden=2, stats=Stats(files=1, relevant=1, traced=1)),
            Silence.CLEAN,
            [
                "No findings. 1 traced function in 1 file is clean at this level.",
                "Not shown: 2 below --min-severity or --min-confidence (--pedantic shows them)",
            ],
            id="clean at this level",
        ),
        pytest.param(
            replace(CLEAN, stats=Stats(files=214, relevant=3)),
            Silence.NOTHING_TRACED,
            [NOTHING_TRACED],
            id="nothing traced",
        ),
        pytest.param(
            replace(CLEAN, stats=Stats(files=214)),
            Silence.NO_TENSORFLOW,
            ["No file imports tensorflow or keras (214 files read)."],
            id="no TensorFlow",
        ),
        pytest.param(
            Report(findings=(), paths=("src/", "tests/"), excluded=(".git", "build/**", "gen", "__pycache__")),
            Silence.NO_FILES,
            ["No Python files found under src/, tests/ (exclude: build/**, gen)."],
            id="no files",
        ),
        pytest.param(
            Report(findings=(), problems=PROBLEMS[:1]),
            Silence.NO_FILES,
            ["No Python files found under the current directory.", "1 problem: not everything could be checked"],
            id="problems only",
        ),
        pytest.param(
            replace(CLEAN, problems=PROBLEMS[:1], suppressed=(COVERED,)),
            Silence.CLEAN,
            [
                "No findings in what could be checked: 37 traced functions in 214 files (1 suppressed).",
                "1 problem: not everything could be checked",
                WHICH,
            ],
            id="not all of it clean",
        ),
        pytest.param(
            replace(CLEAN, problems=PROBLEMS[:1], stats=Stats(files=214, relevant=3)),
            Silence.NOTHING_TRACED,
            [
                "No traced function was found in what could be checked of 214 files.",
                "1 problem: not everything could be checked",
            ],
            id="nothing traced in what could be checked",
        ),
    ],
)
def test_four_kinds_of_nothing(report: Report, silence: Silence, lines: list[str]) -> None:
    assert report.silence is silence
    assert list(summary(report)) == lines


def test_ascii() -> None:
    assert all(line.isascii() for line in summary(sample(), unicode=False))


def test_names_stay_on_their_line() -> None:
    assert summary(Report(findings=(), paths=("a\nb",))) == ("No Python files found under a\\nb.",)


def test_what_a_baseline_and_unchanged_lines_leave_out() -> None:
    def difference(function: str, counted: int, found: int) -> Difference:
        return Difference(Where("m.py", "TFA101", function), counted, found)

    old = Baselined(12, (difference("m.f", 2, 3),), (difference("m.g", 3, 1), difference("", 1, 0)), ())
    left_out = "1 below --min-severity or --min-confidence (--pedantic shows them) · 12 in the baseline · 5 on unchanged lines (--changed)"
    assert summary(replace(CLEAN, baseline=old, unchanged=5, hidden=1, suppressed=(COVERED,))) == (
        "No new findings. 37 traced functions in 214 files (1 suppressed).",
        f"Not shown: {left_out}",
        "TFA101 in `m.f`: 3 found, 2 in the baseline",
        "3 findings of the baseline are gone: `--update-baseline` prunes it",
    )
    one_gone = Baselined(0, (difference("", 1, 2),), (difference("m.g", 2, 1),), ())
    assert summary(replace(one(PRINT), baseline=one_gone)) == (
        "1 finding (1 warning) in 1 of 1 file · 1 traced function",
        "TFA101: 2 found, 1 in the baseline",
        "1 finding of the baseline is gone: `--update-baseline` prunes it",
        "1 fixable with --fix --unsafe-fixes",
        "Learn more: tflint-autograph explain TFA101",
    )
    assert summary(replace(CLEAN, baseline=Baselined(0, (), (), ()))) == summary(CLEAN)


def test_how_many_can_be_fixed() -> None:
    safe = Fix("mend it", (Edit(span("a.py", 1, 1, 2), ""),), Safety.SAFE)
    findings = (replace(PRINT, fix=safe), PRINT, replace(PRINT, fix=replace(safe, safety=Safety.DISPLAY)))
    assert "1 fixable with --fix · 1 more with --fix --unsafe-fixes" in summary(Report(findings))
    assert "1 fixable with --fix" in summary(Report(findings[:1]))
    assert not any("fixable" in line for line in summary(Report(findings[2:])))


@pytest.mark.parametrize(
    ("traced", "functions", "lines"),
    [
        (0, 9, [NOTHING_TRACED, "First not followed: `@jit` (m.py:5): so"]),
        (2, 400, ["No findings. 2 traced functions in 214 files are clean.", "Only 2 of 400 functions traced. First not followed: `@jit` (m.py:5): so", WHICH]),
        (5, 400, ["No findings. 5 traced functions in 214 files are clean.", WHICH]),
    ],
)
def test_what_may_be_why_hardly_anything_is_traced(traced: int, functions: int, lines: list[str]) -> None:
    stats = Stats(files=214, relevant=20, traced=traced, functions=functions, unresolved="`@jit` (m.py:5): so")
    assert list(summary(replace(CLEAN, stats=stats))) == lines


def test_it_is_told_beside_findings() -> None:
    report = one(PRINT)
    stats = replace(report.stats, traced=1, functions=400, unresolved="`@jit` (m.py:5): so")
    assert summary(replace(report, stats=stats))[1] == "Only 1 of 400 functions traced. First not followed: `@jit` (m.py:5): so"
