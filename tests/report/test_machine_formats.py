"""What the readers of `github`, `gitlab`, `junit`, `rdjson`, `grouped` and `agent` rely on, and their golden files."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from tests.report.report_strategies import NOTEBOOK
from tests.report.sample_report import PRINT, PROBLEMS, RANDOM, assert_golden, one, sample, span
from tflint_autograph.model.finding import Edit, Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.report import Report
from tflint_autograph.report import agent, github, gitlab, grouped, junit, rdjson
from tflint_autograph.report.formats import render


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("github", "github.txt"),
        ("gitlab", "gitlab.json"),
        ("junit", "junit.xml"),
        ("rdjson", "rdjson.json"),
        ("grouped", "grouped.txt"),
        ("agent", "agent.txt"),
    ],
)
def test_sample(name: str, file: str) -> None:
    assert_golden(file, render(name, sample(), color=False))


def test_nothing_to_say() -> None:
    nothing = Report(findings=())
    assert github.render(nothing) == grouped.render(nothing) == agent.render(nothing) == ""
    assert json.loads(gitlab.render(nothing)) == json.loads(rdjson.render(nothing))["diagnostics"] == []


class TestGithub:
    def test_escapes(self) -> None:
        finding = replace(PRINT, span=span("a,b:c%\n.py", 1, 2, 3), message="50%\r\nof `a:b`", note="", help="")
        assert github.render(one(finding)) == (
            "::warning title=tflint-autograph (TFA101),file=a%2Cb%3Ac%25%0A.py,line=1,col=2,endColumn=3"
            "::a,b:c%25\\n.py:1:2: TFA101 50%25\\r\\nof `a:b`\n"
        )

    def test_columns_of_several_lines_are_left_out(self) -> None:
        line = github.render(one(replace(PRINT, span=span("a.py", 1, 2, 3, last=4))))
        assert ",line=1,endLine=4::" in line

    def test_a_notebook_is_placed_in_its_json_text(self) -> None:
        finding = replace(RANDOM, span=span("nb.ipynb", 2, 1, 4, cell=1))
        line = github.render(replace(one(finding), notebooks=(("nb.ipynb", NOTEBOOK),)))
        assert ",line=2,col=" in line
        assert "::nb.ipynb:cell 1:2:1: TFA110" in line


class TestJunit:
    def test_a_clean_run_has_a_passed_test(self) -> None:
        root = ElementTree.fromstring(junit.render(Report(findings=())))
        assert [case.attrib["name"] for case in root.iter("testcase")] == ["no findings"]
        assert (root.attrib["tests"], root.attrib["failures"]) == ("1", "0")

    def test_a_suite_counts_its_file(self) -> None:
        root = ElementTree.fromstring(junit.render(sample()))
        counts = {suite.attrib["name"]: (suite.attrib["failures"], suite.attrib["errors"]) for suite in root}
        assert counts["pkg/helpers.py"] == ("4", "0")
        assert counts["old.py"] == ("0", "1")
        assert (root.attrib["failures"], root.attrib["errors"]) == ("6", "2")

    def test_what_xml_cannot_hold_is_escaped(self) -> None:
        finding = replace(PRINT, message="a\x00b\x1b<&\"\ufffe\ud800")
        (failure,) = ElementTree.fromstring(junit.render(one(finding))).iter("failure")
        assert failure.attrib["message"] == 'a\\x00b\\x1b<&"\\ufffe\\ud800'

    def test_tests_of_one_file_have_names_of_their_own(self) -> None:
        cases = [case.attrib for case in ElementTree.fromstring(junit.render(sample())).iter("testcase")]
        assert len({(case["classname"], case["name"]) for case in cases}) == len(cases)


class TestRdjson:
    def test_columns_are_bytes_and_edits_one_suggestion(self) -> None:
        line = "    变量 = print(x), print(y)"
        edits = tuple(Edit(span("a.py", 1, start, start + 5), "tf.print") for start in (10, 20))
        finding = replace(PRINT, span=span("a.py", 1, 10, 18), fix=Fix("Use", edits, Safety.SAFE), trace=None)
        (told,) = json.loads(rdjson.render(one(finding, line)))["diagnostics"]
        start = told["location"]["range"]["start"]
        assert line.encode()[start["column"] - 1 :].decode() == "print(x), print(y)"
        (suggestion,) = told["suggestions"]
        ends = suggestion["range"]
        cut = line.encode()[ends["start"]["column"] - 1 : ends["end"]["column"] - 1].decode()
        assert (cut, suggestion["text"]) == ("print(x), print", "tf.print(x), tf.print")

    @pytest.mark.parametrize(
        "change", [{"imports": ("import tensorflow as tf",)}, {"safety": Safety.DISPLAY}, {"edits": ()}]
    )
    def test_a_fix_that_one_click_cannot_do_is_not_suggested(self, change: dict[str, object]) -> None:
        fix = Fix("Use", (Edit(span("a.py", 1, 1, 6), "tf.print"),), Safety.SAFE)
        finding = replace(PRINT, span=span("a.py", 1, 1, 9), fix=replace(fix, **change))  # type: ignore[arg-type]
        (told,) = json.loads(rdjson.render(one(finding, "print(x)")))["diagnostics"]
        assert told["suggestions"] == []


class TestGrouped:
    def test_the_way_is_said_once_a_function_and_safe_fixes_are_marked(self) -> None:
        assert PRINT.fix
        safe = replace(PRINT, fix=replace(PRINT.fix, safety=Safety.SAFE))
        text = grouped.render(Report(findings=(safe, replace(PRINT, span=span("pkg/helpers.py", 9, 1, 2)))))
        assert text == (
            "pkg/helpers.py\n"
            "  loss ← losses.total ← train.step ← tf.function (pkg/train.py:1)\n"
            "    6:5  TFA101 [*]  Python `print` runs only while tracing\n"
            "    9:1  TFA101      Python `print` runs only while tracing\n"
        )

    def test_ascii(self) -> None:
        assert " <- losses.total <- " in render("grouped", sample(), color=False, unicode=False)


def test_gitlab_keeps_equal_problems_apart() -> None:
    entries = json.loads(gitlab.render(Report(findings=(), problems=PROBLEMS[:1] * 2)))
    assert len({entry["fingerprint"] for entry in entries}) == 2
