"""The `full` format: golden texts, then one behaviour at a time."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.report.report_strategies import reports
from tests.report.sample_report import APPEND, PRINT, PROBLEMS, TRACE, assert_golden, one, sample, span
from tflint_autograph.model.finding import Finding, Label
from tflint_autograph.model.report import Report, Stats
from tflint_autograph.report.full import render

ANSI = re.compile("\x1b\\[[0-9;]*m")


def text(finding: Finding, *lines: str, unicode: bool = True) -> str:
    return render(one(finding, *lines), color=False, unicode=unicode, quiet=True)


def under(output: str, sign: str = "^") -> str:
    """What stands above the first row of signs, at the same cells."""
    rows = output.splitlines()
    at = next(i for i, row in enumerate(rows) if re.match(rf"\s+\| +{re.escape(sign)}", row))
    cells = [char for char in rows[at - 1] for _ in range(cell_len(char))]
    marked = [i for i, char in enumerate(rows[at].partition(" runs")[0]) if char == sign]
    chosen = cells[marked[0] : marked[-1] + 1]
    return "".join(char for i, char in enumerate(chosen) if cell_len(char) < 2 or i % 2 == 0 or chosen[i - 1] != char)


def test_sample() -> None:
    assert_golden("full.txt", render(sample(), color=False))


def test_sample_in_ascii() -> None:
    output = render(sample(), color=False, unicode=False)
    assert output.isascii()
    assert_golden("full-ascii.txt", output)


@pytest.mark.parametrize("unicode", [True, False])
def test_colours_add_escapes_and_change_nothing_else(unicode: bool) -> None:
    colored = render(sample(), color=True, unicode=unicode)
    assert ANSI.search(colored)
    assert ANSI.sub("", colored) == render(sample(), color=False, unicode=unicode)


def test_the_terminal_and_the_time_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = render(sample(), color=False)
    monkeypatch.setenv("COLUMNS", "20")
    slower = replace(sample(), stats=replace(sample().stats, seconds=99.0))
    assert render(slower, color=False) == plain


def test_order_of_the_report_does_not_matter() -> None:
    report = sample()
    shuffled = replace(report, findings=report.findings[::-1], problems=report.problems[::-1])
    assert render(shuffled, color=False) == render(report, color=False)


def test_quiet_leaves_the_summary_out() -> None:
    loud, quiet = render(sample(), color=False), render(sample(), color=False, quiet=True)
    assert loud.startswith(quiet)
    assert loud.removeprefix(quiet).startswith("\n6 findings (2 errors, 3 warnings, 1 info)")


def test_quiet_and_nothing_found_is_empty() -> None:
    assert render(Report(findings=(), stats=Stats(files=1)), color=False, quiet=True) == ""


@pytest.mark.parametrize(
    ("line", "start", "end", "marked"),
    [
        pytest.param("    print(x)", 5, 13, "print(x)", id="plain"),
        pytest.param("\tprint(x)", 2, 10, "print(x)", id="tab before"),
        pytest.param("ab\tprint(x)", 4, 12, "print(x)", id="tab to the next stop"),
        pytest.param("变量 = print(x)", 6, 14, "print(x)", id="wide before"),
        pytest.param("x = 变量", 5, 7, "变量", id="wide marked"),
        pytest.param("'e\u0301' + print(x)", 8, 16, "print(x)", id="combining before"),
        pytest.param("'😀'; print(x)", 6, 14, "print(x)", id="emoji before"),
        pytest.param("'\x1b[0m'; print(x)", 9, 17, "print(x)", id="control character before"),
        pytest.param("f(x)  # é", 1, 99, "f(x)  # é", id="end beyond the line"),
    ],
)
def test_carets_stand_under_the_code(line: str, start: int, end: int, marked: str) -> None:
    finding = replace(PRINT, span=span("a.py", 1, start, end))
    assert under(text(finding, line)) == marked


def test_ascii_output_escapes_what_it_cannot_show_and_keeps_the_carets() -> None:
    finding = replace(PRINT, span=span("a.py", 1, 6, 14))
    output = text(finding, "变量 = print(x)", unicode=False)
    assert "\\u53d8\\u91cf = print(x)" in output
    assert under(output) == "print(x)"


def test_empty_span_has_one_caret() -> None:
    assert under(text(replace(PRINT, span=span("a.py", 1, 5, 5)), "x = y")) == "y"


@pytest.mark.parametrize("start", [1, 150, 900])
def test_long_lines_are_cropped_around_the_caret(start: int) -> None:
    line = ("a" * (start - 1) + "print(x)" + "b" * 900)[:907]
    output = text(replace(PRINT, span=span("a.py", 1, start, start + 8)), line)
    assert under(output) == "print(x)"
    row = next(row for row in output.splitlines() if "print(x)" in row)
    assert (row.startswith("1 | …"), row.endswith("…")) == (start > 1, start < 900)
    assert max(cell_len(row) for row in output.splitlines() if "print(x)" in row) <= 110


def test_a_long_line_keeps_its_start_when_the_mark_is_near_it() -> None:
    line = " " * 60 + "print(x)" + " + 1" * 200
    assert f"1 | {' ' * 60}print(x)" in text(replace(PRINT, span=span("a.py", 1, 61, 69)), line)


def test_tabs_go_to_the_next_stop_of_four() -> None:
    assert "1 | ab  c   d\n" in text(replace(PRINT, span=span("a.py", 1, 1, 2)), "ab\tc\td")


def test_white_space_at_the_end_of_a_line_is_not_shown() -> None:
    assert "1 | x = 1\n" in text(replace(PRINT, span=span("a.py", 1, 1, 2)), "x = 1 \x0c\r")


def test_a_label_that_is_cropped_off_points_at_the_ellipsis() -> None:
    finding = replace(PRINT, span=span("a.py", 1, 5, 13), labels=(Label(span("a.py", 1, 500, 501), "far away"),))
    output = text(finding, "    print(x)" + " + 1" * 200)
    assert under(output) == "print(x)"
    assert under(output.replace("^", "x"), "x") == "print(x)"
    rows = output.splitlines()
    label = next(row for row in rows if row.endswith("far away"))
    assert rows[rows.index(label) - 2][label.index("-")] == "…"


def test_multi_line_spans_show_their_first_and_last_lines() -> None:
    finding = replace(PRINT, span=span("a.py", 1, 3, 5, last=4))
    assert text(finding, "  for x in y:", "  one", "  two", "  end + 1").splitlines()[3:8] == [
        "1 |   for x in y:",
        "  |   ^^^^^^^^^^^",
        "...",
        "4 |   end + 1",
        "  |   ^^ runs once per trace, not once per step",
    ]


def test_a_span_up_to_the_start_of_a_line_leaves_that_line_out() -> None:
    finding = replace(PRINT, span=span("a.py", 1, 1, 1, last=3))
    output = text(finding, "for x in y:", "    pass", "z = 1")
    assert "z = 1" not in output
    assert "2 |     pass\n  |     ^^^^ runs once" in output


@pytest.mark.parametrize(("above", "rows"), [("y = 2", ["1 | y = 2", "2 | x = 1"]), ("  ", ["2 | x = 1"])])
def test_the_line_above_is_shown_if_it_says_something(above: str, rows: list[str]) -> None:
    output = text(replace(PRINT, span=span("a.py", 2, 1, 2)), above, "x = 1")
    assert [row for row in output.splitlines() if re.match(r"\d \|", row)] == rows


def test_a_single_line_between_is_shown_rather_than_left_out() -> None:
    finding = replace(APPEND, span=span("a.py", 3, 1, 5), labels=(Label(span("a.py", 1, 1, 2), "here"),))
    output = text(finding, "a = []", "", "f(a)")
    assert "\n2 |\n3 | f(a)\n" in output
    assert "..." not in output


@pytest.mark.parametrize(
    ("label", "place"),
    [
        pytest.param(span("b.py", 1, 1, 2), "b.py:1", id="other file"),
        pytest.param(span("a.py", 1, 1, 2, cell=2), "a.py:cell 2:1", id="other cell"),
        pytest.param(span("a.py", 20, 1, 2), "a.py:20", id="far below"),
    ],
)
def test_labels_elsewhere_become_notes(label: object, place: str) -> None:
    finding = replace(PRINT, span=span("a.py", 1, 1, 2), labels=(Label(label, "look here"),))  # type: ignore[arg-type]
    assert f"  = note: look here  {place}\n" in text(finding, *["x"] * 30)


def test_without_source_the_note_and_the_labels_are_still_said() -> None:
    assert text(APPEND).splitlines()[1:4] == [
        " --> pkg/helpers.py:7:2",
        "  = note: appends one symbolic tensor per trace",
        "  = note: `seen` is made outside the traced function  pkg/helpers.py:3",
    ]


def test_a_source_that_has_become_shorter_is_no_source() -> None:
    finding = replace(PRINT, span=span("a.py", 5, 1, 5), labels=(Label(span("a.py", 1, 1, 2), "look here"),))
    output = text(finding, "x = 1")
    assert "|" not in output
    assert "note: look here  a.py:1\n" in output


def test_long_chains_are_cut_after_six_steps() -> None:
    trace = replace(TRACE, steps=tuple(replace(TRACE.steps[0], text=f"step {n}") for n in range(10)))
    output = text(replace(PRINT, trace=trace))
    assert "step 5" in output
    assert "step 6" not in output
    assert "  =             … 4 more (tflint-autograph why shows all)\n" in output


def test_a_chain_is_folded_only_behind_the_same_function_and_trace() -> None:
    other = replace(TRACE, steps=TRACE.steps[:1])
    findings = (
        replace(PRINT, span=span("a.py", 1, 1, 2)),
        replace(PRINT, span=span("a.py", 2, 1, 2)),
        replace(PRINT, span=span("a.py", 3, 1, 2), function="pkg.helpers.other"),
        replace(PRINT, span=span("a.py", 4, 1, 2), function="pkg.helpers.other", trace=other),
    )
    blocks = render(replace(one(PRINT), findings=findings), color=False, quiet=True).split("\n\n")
    assert ["why traced: as above" in block for block in blocks] == [False, True, False, False]


def test_wide_words_do_not_move_the_places_of_a_chain() -> None:
    steps = (
        replace(TRACE.steps[0], text="`变量` is decorated"),
        replace(TRACE.steps[1], text="`x` calls `y` here and there"),
    )
    rows = [
        row for row in text(replace(PRINT, trace=replace(TRACE, steps=steps))).splitlines() if "pkg/train.py" in row
    ]
    assert len({cell_len(row.partition("pkg/train.py")[0]) for row in rows}) == 1


def test_problems_without_source_have_a_place_and_no_frame() -> None:
    report = Report(findings=(), problems=PROBLEMS[1:])
    assert render(report, color=False, quiet=True) == (
        "error[encoding]: byte 0xff at offset 12 is not UTF-8\n --> latin.py:1:1\n"
    )


def test_hostile_names_cannot_break_a_line_or_steer_the_terminal() -> None:
    finding = replace(PRINT, span=span("a\n\x1b[2J\x9b\udc80.py", 1, 1, 2), message="`a\u202eb` runs")
    output = text(finding, "x\u202e\x0c = 1")
    assert " --> a\\n\\x1b[2J\\x9b\\udc80.py:1:1\n" in output
    assert "`a\\u202eb` runs" in output
    assert "1 | x\\u202e\\x0c = 1\n" in output


@given(reports(), st.booleans())
def test_any_report_has_equal_bytes_with_its_colours_taken_away(report: Report, unicode: bool) -> None:
    plain = render(report, color=False, unicode=unicode)
    assert ANSI.sub("", render(report, color=True, unicode=unicode)) == plain
    assert plain.encode("utf-8" if unicode else "ascii").count(b"\x1b") == 0
    assert plain.endswith("\n")


@given(reports())
def test_any_report_has_equal_bytes_with_its_links_taken_away(report: Report) -> None:
    linked = render(report, color=True, links=True)
    assert re.sub(r"\x1b\]8;;[\x21-\x7e]*\x1b\\", "", linked) == render(report, color=True)
