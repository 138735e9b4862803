"""`explain`: the table of rules, their pages, and names that are nearly right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tflint_autograph.cli.main import run
from tflint_autograph.rules.catalogue import codes

pytestmark = pytest.mark.usefixtures("project")

CONSTANTS = {code: name for code, name in codes().items() if code.startswith("TFA11")}


def out_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["explain", *arguments]) == 0
    return capsys.readouterr().out


def test_table_has_each_rule_once(capsys: pytest.CaptureFixture[str]) -> None:
    lines = out_of(capsys).splitlines()
    assert [tuple(line.split()[:2]) for line in lines] == list(codes().items())
    assert lines[0].startswith("TFA101  python-print ")


def test_table_shows_what_is_on(capsys: pytest.CaptureFixture[str], project: Path) -> None:
    (project / "pyproject.toml").write_text(
        '[tool.tflint-autograph]\nignore = ["TFA101"]\nseverity = { TFA102 = "info" }\n'
    )
    rows = {line.split()[0]: line.split()[2:4] for line in out_of(capsys).splitlines()}
    assert rows["TFA101"] == ["warning", "off"]
    assert rows["TFA102"] == ["info", "on"]
    rows = {line.split()[0]: line.split()[2:4] for line in out_of(capsys, "--select", "TFA11").splitlines()}
    assert {code for code, (_, state) in rows.items() if state == "on"} == set(CONSTANTS)


@pytest.mark.parametrize("word", ["TFA101", "tfa101", "python-print", "Python-Print"])
def test_page_by_code_or_name(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = out_of(capsys, word)
    assert page.startswith("# TFA101 python-print\n")
    assert "\n## What it does\n" in page
    assert "```python\n" in page
    assert "\x1b[" not in page


def test_prefix_gives_several_pages(capsys: pytest.CaptureFixture[str]) -> None:
    pages = out_of(capsys, "TFA11")
    headings = [f"# {code} {name}" for code, name in CONSTANTS.items()]
    assert [line for line in pages.splitlines() if line.startswith("# TFA")] == headings


@pytest.mark.parametrize("words", [["ALL"], ["all"], ["--all"], ["--all", "TFA101"], ["TFA", "ALL"]])
def test_all_pages(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    headings = [line.split()[1:] for line in out_of(capsys, *words).splitlines() if line.startswith("# TFA")]
    assert [(code, name) for code, name in headings] == list(codes().items())


def test_several_words(capsys: pytest.CaptureFixture[str]) -> None:
    pages = json.loads(out_of(capsys, "TFA901,TFA101", "python-logging", "-f", "json"))
    assert [page["code"] for page in pages] == ["TFA101", "TFA102", "TFA901"]
    defaults = json.loads(out_of(capsys, "DEFAULT", "-f", "json"))
    assert [page["code"] for page in defaults] == [page["code"] for page in json.loads(out_of(capsys, "-f", "json")) if page["default"]]


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("TFA10l", "did you mean `TFA101` (python-print)?"), ("pyton-print", "did you mean `TFA101` (python-print)?"),
        ("TFA999", "did you mean `TFA903` (malformed-suppression)?"), ("tfa109", "did you mean `TFA106` (tensor-format)?"),
        ("TFA1011", "did you mean `TFA101` (python-print)?"), ("TFA666", "`tflint-autograph explain` lists the rules"),
        ("zzz", "`tflint-autograph explain` lists the rules"), ("TFA101,zzz", "`tflint-autograph explain` lists the rules"),
    ],
)  # fmt: skip
def test_unknown_rule(word: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", word]) == 2
    assert capsys.readouterr() == ("", f"error: unknown rule `{word.rpartition(',')[2]}`\n  {hint}\n")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    rules = json.loads(out_of(capsys, "--output-format", "json"))
    assert [rule["code"] for rule in rules] == list(codes())
    assert {"code", "name", "severity", "default", "active", "summary", "page"} == set(rules[0])
    assert [rule["name"] for rule in json.loads(out_of(capsys, "TFA101", "--output-format", "json"))] == [
        "python-print"
    ]
    assert run(["explain", "--output-format", "jsn"]) == 2
    assert "did you mean `json`?" in capsys.readouterr().err


def test_page_is_rendered_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    page = out_of(capsys, "TFA101")
    assert "TFA101 python-print" in page
    assert "```" not in page
    assert "## What" not in page
