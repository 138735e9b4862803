"""Findings as subjects of proofs: where they stand in their module. Runs nothing."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from tests.report.sample_report import PRINT, span
from tflint_autograph.confirm.subjects import subject_of
from tflint_autograph.model.runnable import Runnable


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_statement_and_the_names_of_a_finding_whatever_ends_its_lines(end: str) -> None:
    text = end.join(["def f(x):", "    print('\\x0c', x)", "    return x", ""])
    finding = replace(PRINT, span=span("m.py", 2, 5, 21), labels=())
    subject = subject_of("0", finding, Runnable("m.py", "/m.py", "m", (), text), ast.parse(text), ())
    assert subject.statement.first == 2
    assert {"print", "x"} <= subject.flagged
