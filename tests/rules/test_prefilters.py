"""A rule that its prefilter leaves out would have found nothing; the catalogue says what the rules say."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.notation import fixtures
from tflint_autograph import rules
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis import inspection
from tflint_autograph.engine.analysis.prefilters import prefilter_for
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.report import Report
from tflint_autograph.rules.api import load
from tflint_autograph.rules.catalogue import Known, known


@pytest.fixture
def report(tmp_path: Path) -> Callable[[], Report]:
    """What all rules say of all fixtures."""
    for fixture in fixtures():
        path = tmp_path / fixture.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(fixture.text, encoding="utf-8")
    settings = Settings(
        root=tmp_path, select=("ALL",), min_severity=Severity.INFO, min_confidence=Confidence.LOW, no_cache=True, jobs="1"
    )
    return lambda: check_paths(settings, (str(tmp_path),), strict=True)


def test_a_rule_that_its_prefilter_leaves_out_would_find_nothing(
    report: Callable[[], Report], monkeypatch: pytest.MonkeyPatch
) -> None:
    careful = report()
    monkeypatch.setattr(inspection, "prefilter_for", lambda rule: lambda view: True)
    thorough = report()
    assert careful.findings == thorough.findings
    assert careful.stats.cst_lines < thorough.stats.cst_lines


@pytest.mark.parametrize("rule", [rule for rule in known() if rule.looks], ids=lambda rule: rule.code)
def test_each_prefilter_is_one(rule: Known) -> None:
    assert callable(prefilter_for(rule))


def test_a_rule_that_names_no_prefilter_always_looks() -> None:
    assert prefilter_for(Known("TFA999", "new-rule"))(None)  # type: ignore[arg-type]


def test_the_catalogue_says_what_the_rules_say() -> None:
    loaded = [
        Known(rule.code, rule.name, rule.default, bool(rule.checks), rule.when, bool(rule.sites)) for rule in load()
    ]
    assert loaded == [replace(rule, statements=frozenset()) for rule in known()]


def test_the_catalogue_says_which_statements_a_rule_visits() -> None:
    statements = {rule.code: rule.statements for rule in known()}
    assert statements["TFA210"] == {"Raise", "Assert"}
    assert statements["TFA205"] == {"For", "AsyncFor", "While"}
    assert statements["TFA101"] == frozenset()
    assert statements["TFA401"] == frozenset()


def test_every_rule_file_is_in_the_catalogue() -> None:
    texts = {path.stem for path in Path(rules.__path__[0]).glob("*.py") if "\nrule = Rule(" in path.read_text(encoding="utf-8")}
    assert {rule.name.replace("-", "_") for rule in known()} == texts


def test_prefilters_import_no_libcst() -> None:
    code = "import sys, tflint_autograph.engine.analysis.prefilters; sys.exit('libcst' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
