"""README.md says what is so: tables, outputs, commands and snippets. Judges no prose."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.readme import README, ROOT, blocks, commands, generated, run
from tflint_autograph.config.options import KEYS
from tflint_autograph.config.toml import inline
from tflint_autograph.rules.catalogue import codes

TEXT = README.read_text(encoding="utf-8")
PROSE = re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
FOUND = 1


def check(text: str, *arguments: str) -> dict[str, object]:
    """The JSON of a run over `text`, read from standard input without any configuration."""
    command = [sys.executable, "-m", "tflint_autograph", "check", "-", "--isolated", "-f", "json", *arguments]
    done = subprocess.run(command, input=text, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    document: dict[str, object] = json.loads(done.stdout)
    return document


def test_generated_parts_are_what_would_be_generated_now() -> None:
    assert generated(TEXT) == TEXT, "run `python -m tests.docs.readme`"


def test_generating_mends_a_wrong_table_and_a_wrong_output() -> None:
    wrong = TEXT.replace("| TFA", "| XXX").replace("14 findings", "15 findings").replace("| `select` |", "| `slect` |")
    assert generated(wrong) == TEXT


@pytest.mark.parametrize("word", ["check", "completion", "config", "explain", "why"])
def test_every_command_is_shown(word: str) -> None:
    assert any(command.split()[1] == word for command in commands())


@pytest.mark.parametrize("command", commands())
def test_a_command_line_is_accepted(command: str) -> None:
    done = run(command)
    assert done.returncode in (0, FOUND), done.stdout


def test_the_two_commands_are_there_word_for_word() -> None:
    assert blocks("sh") == (
        "python -m pip install . && tflint-autograph check examples\n",
        'python -m pip install -e ".[dev]" && python -m pytest -n logical --dist loadfile\n',
    )


def test_every_rule_has_an_anchor_of_its_name() -> None:
    anchors = re.findall(r'<a id="([^"]+)"></a>', PROSE)
    assert sorted(anchors) == sorted(codes().values())


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", PROSE):
        path, _, anchor = target.partition("#")
        assert (ROOT / path).exists(), target
        assert not anchor or f'<a id="{anchor}">' in TEXT, target


def test_python_compiles() -> None:
    assert blocks("python")
    for block in blocks("python"):
        ast.parse(block)


def test_the_suppression_comments_suppress_everything_and_are_all_needed() -> None:
    (block,) = (block for block in blocks("python") if "tflint: ignore-file" in block)
    assert check(block)["findings"] == []
    bare = re.sub(r"# (tflint:|noqa).*", "", block)
    assert {finding["code"] for finding in _findings(check(bare))} == {"TFA101", "TFA110", "TFA111", "TFA503"}


def test_the_configuration_is_accepted(tmp_path: Path) -> None:
    (table,) = (block for block in blocks("toml") if "[tool.tflint-autograph]" in block)
    (tmp_path / "pyproject.toml").write_text(table, encoding="utf-8")
    command = [sys.executable, "-m", "tflint_autograph", "config"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    used = set(inline(table)["tool"]["tflint-autograph"])  # type: ignore[index]
    assert used <= set(KEYS)
    assert {line.partition(" = ")[0] for line in done.stdout.splitlines() if "# pyproject.toml:" in line} == used


def test_the_problem_matcher_reads_the_concise_format() -> None:
    (block,) = (block for block in blocks("jsonc") if "problemMatcher" in block)
    pattern = json.loads(block)["tasks"][0]["problemMatcher"]["pattern"]
    lines = run("tflint-autograph check examples --output-format concise -q").stdout.splitlines()
    found = [re.match(pattern["regexp"], line) for line in lines]
    assert found
    for match in found:
        assert match
        assert Path(match[pattern["file"]].partition(":")[0]).suffix in (".py", ".ipynb")
        assert match[pattern["line"]].isdecimal()
        assert match[pattern["code"]] in codes()


def _findings(document: dict[str, object]) -> list[dict[str, object]]:
    findings = document["findings"]
    assert isinstance(findings, list)
    return findings


def test_nobody_is_sent_to_a_flag_that_does_not_exist() -> None:
    commands = ("check", "why", "config", "confirm", "clean")
    known = "".join(run(f"tflint-autograph {command} --help").stdout for command in commands)
    programs = ("examples/distributed/check_on_dask.py", "tests/benchmarks/__main__.py", "tests/benchmarks/growth.py")
    known += "".join((ROOT / program).read_text(encoding="utf-8") for program in programs)
    known += subprocess.run([sys.executable, "-m", "pytest", "--help"], capture_output=True, text=True, check=True).stdout
    for flag in re.findall(r"(?<![\w-])--[a-z][a-z-]+", TEXT.partition("## Editors")[0]):
        assert flag in known, flag
