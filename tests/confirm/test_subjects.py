"""Findings as subjects of proofs: where they stand in their module. Runs nothing."""

from __future__ import annotations

import ast
import linecache
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.report.sample_report import PRINT, span
from tflint_autograph.confirm.probe.state.lines import LineCounter
from tflint_autograph.confirm.probe.unit import _run_notebook
from tflint_autograph.confirm.protocol import Driver, Unit, Watch
from tflint_autograph.confirm.subjects import subject_of, watches
from tflint_autograph.model.proof import Provable
from tflint_autograph.model.runnable import Runnable


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_statement_and_the_names_of_a_finding_whatever_ends_its_lines(end: str) -> None:
    text = end.join(["def f(x):", "    print('\\x0c', x)", "    return x", ""])
    finding = replace(PRINT, span=span("m.py", 2, 5, 21), labels=())
    subject = subject_of("0", finding, Runnable("m.py", "/m.py", "m", (), text), ast.parse(text), Provable())
    assert subject.statement.first == 2
    assert {"print", "x"} <= subject.flagged


def test_the_lines_of_a_notebook_are_those_that_python_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "first = 'a\x0cb'\nsecond = 2\rthird = 3\n"
    monkeypatch.setitem(sys.modules, "notebook_of_lines", sys)
    monkeypatch.setitem(linecache.cache, "/notebook_of_lines.ipynb", (0, None, [], ""))
    unit = Unit("", "/notebook_of_lines.ipynb", "", (), "/", Driver(), "eager", (), 1.0, 1, text)
    assert _run_notebook(unit).third == 3
    assert linecache.getline("/notebook_of_lines.ipynb", 3) == "third = 3\n"


@pytest.mark.parametrize(
    ("text", "column", "wanted"),
    [("T = {'é': lambda x: f(x)}", 20, True), ("T = {'é': lambda x: f(x)}", 6, False), ("def g(x):\n    return (lambda y: f(y))(x)", 22, False)],
)
def test_a_lambda_that_is_in_no_function_is_known(text: str, column: int, wanted: bool) -> None:
    finding = replace(PRINT, span=span("m.py", text.count("\n") + 1, column, column + 1), labels=())
    subject = subject_of("0", finding, Runnable("m.py", "/m.py", "m", (), text), ast.parse(text), Provable())
    assert subject.in_lambda is wanted
    assert [each.in_lambda for each in watches([subject])] == [wanted]


def test_a_statement_around_a_lambda_does_not_count_as_it() -> None:
    def around() -> int:
        return max([1, 2], key=lambda x: x)

    line = around.__code__.co_firstlineno + 1
    lines = LineCounter(str(Path(__file__).parent), (Watch("0", __file__, line, line, in_lambda=True), Watch("1", __file__, line, line)))
    with lines.counting():
        assert around() == 2
    assert [(each.id, each.tracing) for each in lines.hits(1)] == [("0", (2,)), ("1", (3,))]
