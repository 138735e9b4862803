"""`check` after `confirm`: verdicts of an earlier run, for as long as the code on the call path is the same. Runs no user's code."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tflint_autograph.cli.main import run
from tflint_autograph.config.load import load
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.cache.verdicts import VerdictCache
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.finding import Evidence

TRAIN = "import tensorflow as tf\nfrom helpers import shown\n\n\n@tf.function\ndef step(x):\n    print(x)\n    return shown(x)\n"
HELPERS = "def shown(x):\n    print(x)\n    return x\n"
DAY = datetime.date(2026, 3, 4)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.tflint-autograph]\n", encoding="utf-8")
    (tmp_path / "train.py").write_text(TRAIN, encoding="utf-8")
    (tmp_path / "helpers.py").write_text(HELPERS, encoding="utf-8")
    return tmp_path


def keep(**verdicts: str) -> None:
    """Keep verdicts as `confirm` does, by the name of the file."""
    settings = settings_here()
    findings = check_paths(settings, (".",)).findings
    shown = [(finding, verdicts.get(finding.span.path.removesuffix(".py"), "not-run")) for finding in findings]
    VerdictCache(settings).save((replace(each, evidence=Evidence(word, f"seen as {word}", "again")) for each, word in shown), DAY)


def settings_here() -> Settings:
    return load(Path.cwd(), cwd=Path.cwd(), flags={}, environ={})


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    run(["check", "--output-format", "concise", *arguments])
    output = capsys.readouterr()
    return output.out + output.err


def test_a_confirmed_finding_is_shown_with_the_day_of_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert "[confirmed" not in check(capsys)
    keep(train="confirmed")
    shown = check(capsys)
    assert "train.py:7:5: TFA101 `print` runs only at trace time, not on every call [confirmed: seen as confirmed; run on 2026-03-04]\n" in shown
    assert "helpers.py:2:5: TFA101 `print` runs only at trace time, not on every call\n" in shown
    assert shown == check(capsys)


def test_a_refuted_finding_is_put_aside_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    keep(train="refuted")
    shown = check(capsys)
    assert shown.count("TFA101 `print`") == 2
    assert "Not counted as findings, with the reason:\n  train.py:7:5: TFA101 `print` runs only at trace time, not on every call (refuted by `confirm` on 2026-03-04)\n" in shown
    assert "Not shown: 1 refuted by `confirm`\n" in shown
    assert "[refuted: seen as refuted; run on 2026-03-04]" in check(capsys, "--pedantic")


def test_a_run_whose_findings_are_all_refuted_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    keep(train="refuted", helpers="refuted")
    assert run(["check", "-q"]) == 0
    capsys.readouterr()
    assert run(["check", "--output-format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["findings"] == []


@pytest.mark.parametrize(("edited", "kept"), [("train.py", False), ("helpers.py", False), ("other.py", True)])
def test_an_edit_on_the_call_path_drops_the_verdict(edited: str, kept: bool, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(helpers="refuted")
    with (folder / edited).open("a", encoding="utf-8") as file:
        file.write("\n\nMORE = 1\n")
    assert ("refuted by `confirm`" in check(capsys)) is kept


def test_a_run_that_settles_nothing_leaves_what_is_known_of_the_same_code(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(train="confirmed")
    keep()
    assert "[confirmed: " in check(capsys)
    (folder / "train.py").write_text(TRAIN + "\n\nMORE = 1\n", encoding="utf-8")
    keep()
    (folder / "train.py").write_text(TRAIN, encoding="utf-8")
    assert "[confirmed: " not in check(capsys)


def test_without_a_cache_there_are_no_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    keep(train="confirmed")
    assert "[confirmed: " not in check(capsys, "--no-cache")
