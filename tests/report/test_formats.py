"""The table of formats, and what using one imports."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.report.sample_report import sample
from tflint_autograph.report import concise, document, formats, full


def imported(code: str) -> set[str]:
    """The modules a fresh interpreter has after running `code`."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_each_name_has_its_renderer() -> None:
    report = sample()
    texts = {name: formats.render(name, report, color=False) for name in formats.FORMATS}
    assert len(set(texts.values())) == len(formats.FORMATS)
    own = ("full", full.render(report, color=False)), ("concise", concise.render(report)), ("json", document.render(report))
    assert dict(own).items() <= texts.items()


def test_full_gets_its_wishes() -> None:
    report = sample()
    wished = formats.render("full", report, color=True, unicode=False, quiet=True)
    assert wished == full.render(report, color=True, unicode=False, quiet=True)


def test_unknown_name() -> None:
    with pytest.raises(ValueError, match="srif"):
        formats.render("srif", sample(), color=False)


def test_the_names_cost_no_renderer() -> None:
    loaded = imported("from tflint_autograph.report.formats import FORMATS")
    report = {name for name in loaded if name.startswith("tflint_autograph.report.")}
    assert report == {"tflint_autograph.report.formats"}


@pytest.mark.parametrize(("char", "needed"), [("x", False), ("变", True)])
def test_rich_is_imported_for_wide_characters_only(char: str, needed: bool) -> None:
    loaded = imported(
        "from tflint_autograph.model.report import *\n"
        "from tflint_autograph.model.finding import *\n"
        "from tflint_autograph.model.location import *\n"
        "from tflint_autograph.report import formats\n"
        f"lines = ('{char} = (',)\n"
        "where = Span('a.py', Position(1, 1), Position(1, 2))\n"
        "problem = Problem(ProblemKind.SYNTAX, 'unclosed', where)\n"
        "report = Report(findings=(), problems=(problem,), sources=((('a.py', None), lines),))\n"
        "text = formats.render('full', report, color=True)\n"
    )
    assert ("rich" in loaded) is needed
