"""The paths of each format, and notebooks, in a whole run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tflint_autograph.cli.main import run

CODE = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a project one folder down, and the current folder one further."""
    (tmp_path / ".git").mkdir()
    folder = tmp_path / "ml" / "pkg"
    folder.mkdir(parents=True)
    (tmp_path / "ml" / "pyproject.toml").write_text("[tool.tflint-autograph]\n")
    (folder / "a b.py").write_text(CODE)
    monkeypatch.chdir(folder)
    return folder


def out_of(capsys: pytest.CaptureFixture[str], name: str) -> str:
    assert run(["check", "--no-cache", "--output-format", name]) == 1
    return capsys.readouterr().out


def test_paths_start_where_the_reader_looks(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert out_of(capsys, "concise").startswith("a b.py:6:5: ")
    assert json.loads(out_of(capsys, "json"))["findings"][0]["path"] == "pkg/a b.py"
    assert json.loads(out_of(capsys, "gitlab"))[0]["location"]["path"] == "ml/pkg/a b.py"
    assert ",file=ml/pkg/a b.py,line=6," in out_of(capsys, "github")
    (result,) = json.loads(out_of(capsys, "sarif"))["runs"][0]["results"]
    location = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": "ml/pkg/a%20b.py", "uriBaseId": "%SRCROOT%"}


def test_a_notebook_is_placed_in_its_file(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a b.py").unlink()
    cells = [{"cell_type": "code", "source": CODE.splitlines(keepends=True), "metadata": {}, "outputs": []}]
    notebook = project / "n.ipynb"
    notebook.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}, indent=1))
    (result,) = json.loads(out_of(capsys, "sarif"))["runs"][0]["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    row = notebook.read_text().splitlines()[region["startLine"] - 1]
    assert row[region["startColumn"] - 1 : region["endColumn"] - 1] == "print(x)"


@pytest.mark.parametrize("name", ["sarif", "html", "junit", "rdjson", "grouped", "agent"])
def test_a_file_that_is_not_python_is_told(name: str, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a b.py").write_text("import tensorflow\ndef f(:\n")
    assert "invalid syntax" in out_of(capsys, name)
