"""`config`: values, origins, files and schemas."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jsonschema
import pytest

from tflint_autograph.cli.main import run
from tflint_autograph.config.options import KEYS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def lines_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert run(["config", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_values_and_origins(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "pyproject.toml").write_text(
        '[tool.tflint-autograph]\nignore = ["python-print"]\nseverity = { python-print = "info" }\n'
    )
    lines = lines_of(capsys, "--min-severity", "error")
    assert lines[:2] == ["# configuration: pyproject.toml", f"# root: {project}"]
    assert 'ignore = ["python-print"]  # pyproject.toml:2' in lines
    assert 'severity = { "python-print" = "info" }  # pyproject.toml:3' in lines
    assert 'min-severity = "error"  # --min-severity' in lines
    assert "unroll-limit = 16  # default" in lines


def test_without_configuration(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(capsys)
    assert lines[0] == "# configuration: none"
    assert all(line.endswith("  # default") for line in lines[2:])


def test_is_a_table_that_means_the_same(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = lines_of(
        capsys, "--pedantic", "--extend-exclude", 'a"b', "--config", 'per-file-ignores."x\\\\y" = ["TFA1"]'
    )
    assert set(tomllib.loads("\n".join(shown))) == {key.partition(".")[0] for key in KEYS}
    (project / "pyproject.toml").write_text("\n".join(["[tool.tflint-autograph]", *shown]))
    again = lines_of(capsys)
    assert [line.partition("  # ")[0] for line in again[2:]] == [line.partition("  # ")[0] for line in shown[2:]]


def test_files(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.py", "pkg/b.ipynb", "pkg/c.txt", "build/d.py", "old/e.py"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).touch()
    assert lines_of(capsys, "--files", "--extend-exclude", "old") == ["a.py", "pkg/b.ipynb"]
    assert lines_of(capsys, "--files", "build/d.py") == ["build/d.py"]
    assert lines_of(capsys, "--files", "build/d.py", "--force-exclude") == []
    assert run(["config", "--files", "b.py"]) == 2
    assert capsys.readouterr().err == "error: b.py does not exist\n"


def test_schemas(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("json", "config"):
        document = json.loads("\n".join(lines_of(capsys, "--schema", name)))
        jsonschema.Draft202012Validator.check_schema(document)
    assert run(["config", "--schema", "xml"]) == 2
    assert capsys.readouterr().err == "error: unknown schema `xml`\n  choose from json, config\n"
