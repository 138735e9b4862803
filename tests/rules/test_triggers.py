"""A rule without a reason to look would have found nothing; the catalogue and the reasons know every rule."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rules.notation import fixtures
from tflint_autograph import rules
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine import inspection
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.report import Report
from tflint_autograph.rules.api import load
from tflint_autograph.rules.catalogue import KNOWN, Known
from tflint_autograph.rules.triggers import TRIGGERS


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


def test_a_rule_without_a_reason_would_find_nothing(
    report: Callable[[], Report], monkeypatch: pytest.MonkeyPatch
) -> None:
    careful = report()
    monkeypatch.setattr(inspection, "TRIGGERS", dict.fromkeys(TRIGGERS, lambda glimpse: True))
    thorough = report()
    assert careful.findings == thorough.findings
    assert careful.stats.cst_lines < thorough.stats.cst_lines


def test_each_rule_that_looks_into_functions_has_a_reason() -> None:
    assert {rule.code for rule in load() if rule.checks} == set(TRIGGERS)


def test_the_catalogue_says_what_the_rules_say() -> None:
    assert [Known(rule.code, rule.name, rule.default, bool(rule.sites)) for rule in load()] == list(KNOWN)


def test_every_rule_file_is_in_the_catalogue() -> None:
    texts = {path.stem for path in Path(rules.__path__[0]).glob("*.py") if "\nrule = Rule(" in path.read_text(encoding="utf-8")}
    assert {rule.name.replace("-", "_") for rule in KNOWN} == texts


def test_reasons_import_no_libcst() -> None:
    code = "import sys, tflint_autograph.rules.triggers; sys.exit('libcst' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
