"""A bug of ours costs what it has to: no other finding, no traceback, and nothing that was not checked is called clean."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from tests.programs import notebook, settings_of, write
from tflint_autograph.cli.main import run as command
from tflint_autograph.engine.analysis import inspection
from tflint_autograph.engine.analysis.component import analyse_component
from tflint_autograph.engine.analysis.prefilters import prefilter_for
from tflint_autograph.engine.pipeline import Run, check_paths
from tflint_autograph.model.finding import ProblemKind
from tflint_autograph.project.tracing import tracing
from tflint_autograph.report.formats import FORMATS, render
from tflint_autograph.rules.api import Rule, load
from tflint_autograph.rules.catalogue import Known

TWO = """
import tensorflow as tf


@tf.function
def f(x):
    print("in f")
    for i in range(100):
        x = x + 1
    return x


@tf.function
def g(x):
    print("in g")
    return x
"""
QUIET = "import tensorflow as tf\n\n\n@tf.function\ndef quiet(x):\n    return x + 1\n"


def fail(*given: object) -> NoReturn:
    raise OverflowError("too much")


def rule(code: str) -> Rule:
    return next(each for each in load() if each.code == code)


@pytest.fixture
def failing_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks of TFA401 raise."""

    def checked(*given: object) -> Iterator[None]:
        yield fail()

    broken = rule("TFA401")
    monkeypatch.setattr(broken, "checks", {kind: [checked for _ in checks] for kind, checks in broken.checks.items()})


@pytest.mark.usefixtures("failing_loops")
class TestInOneRule:
    def test_the_findings_of_all_others_stay(self, tmp_path: Path) -> None:
        write(tmp_path, TWO)
        report = check_paths(settings_of(tmp_path, no_cache=True), (str(tmp_path),))
        assert [(each.code, each.span.start.line) for each in report.findings] == [("TFA101", 7), ("TFA101", 15)]
        (problem,) = report.problems
        assert problem.kind is ProblemKind.INTERNAL
        assert problem.message.endswith(": OverflowError: too much; `m.f` is not checked for TFA401")
        assert (problem.span.path, problem.span.start.line) == ("m.py", 6)
        assert report.exit_code == 2

    def test_the_place_in_a_notebook_is_in_its_cell(self, tmp_path: Path) -> None:
        (tmp_path / "n.ipynb").write_text(notebook("import tensorflow as tf", TWO.partition("tf\n")[2].lstrip()), encoding="utf-8")
        (problem,) = check_paths(settings_of(tmp_path, no_cache=True), (str(tmp_path),)).problems
        assert (problem.span.cell, problem.span.start.line) == (2, 2)

    def test_the_next_run_says_the_same(self, tmp_path: Path) -> None:
        write(tmp_path, TWO)
        first, second = (check_paths(settings_of(tmp_path), (str(tmp_path),)) for _ in range(2))
        assert (first.findings, first.problems) == (second.findings, second.problems)


def test_a_reason_to_look_that_fails_costs_one_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(rule: Known) -> object:
        return fail if rule.code == "TFA401" else prefilter_for(rule)

    monkeypatch.setattr(inspection, "prefilter_for", failing)
    write(tmp_path, TWO)
    report = check_paths(settings_of(tmp_path, no_cache=True), (str(tmp_path),))
    assert [each.code for each in report.findings] == ["TFA101", "TFA101"]
    assert "`m.g` is not checked for TFA401" in report.problems[0].message


def test_nothing_stays_behind_that_belongs_to_the_function_that_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, TWO)
    monkeypatch.setattr(tracing, "gradients", fail)
    run = Run(settings_of(tmp_path), (str(tmp_path),), None)
    analyse_component(run)
    assert run.bugs
    assert run.program.analysis.running is None


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("broken", ["roots_of_passed_datasets", "callees"])
def test_what_could_not_be_checked_is_called_clean_in_no_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], form: str, broken: str
) -> None:
    write(tmp_path, QUIET.replace("x + 1", "abs(x)"))
    monkeypatch.setattr(tracing, broken, fail)
    monkeypatch.chdir(tmp_path)
    code = command(["check", "--no-cache", "--output-format", form, "."])
    out, err = capsys.readouterr()
    assert code == 2
    assert "Traceback" not in out + err
    assert " clean" not in out + err
    assert "nothing reaches" not in out + err
    assert "OverflowError: too much" in out


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_shows_the_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    write(tmp_path, {"m.py": TWO, "quiet.py": QUIET})
    monkeypatch.setattr(tracing, "callees", fail)
    report = check_paths(settings_of(tmp_path, no_cache=True), (str(tmp_path),))
    assert report.exit_code == 2
    assert "too much" in render(form, report, color=False)


def test_a_bug_between_the_files_says_how_many_are_not_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"a.py": TWO, "b.py": "import tensorflow as tf\nfrom a import f\n"})
    monkeypatch.setattr(tracing, "roots_of_passed_datasets", fail)
    report = check_paths(settings_of(tmp_path, no_cache=True), (str(tmp_path),))
    messages = {each.span.path: each.message.rpartition("; ")[2] for each in report.problems}
    assert messages["a.py"] == "2 files that belong together are not checked"
    assert not report.findings


def test_a_bug_outside_of_every_check_ends_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, TWO)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tflint_autograph.engine.pipeline.Run._composed", fail)
    assert command(["check", "--no-cache", "."]) == 2
    out, err = capsys.readouterr()
    assert err.startswith("error: a bug of ours in ")
    assert "Traceback" not in out + err
