"""`confirm`: what of its own options it refuses before anything is run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tflint_autograph.cli.main import run
from tflint_autograph.cli.running import found_python

PYTHON = sys.executable


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--timeout", "0"], "error: unknown value `0` in --timeout\n  write a number above 0\n"),
        (["--timeout", "nan"], "error: unknown value `nan` in --timeout\n  write a number above 0\n"),
        (["--timeout", "inf"], "error: unknown value `inf` in --timeout\n  write a number above 0\n"),
        (["--search", "-1"], "error: unknown value `-1` in --search\n  write a number above 0\n"),
        (["--budget", "-1"], "error: unknown value `-1` in --budget\n  write a number above 0\n"),
        (["--using", "main", "--function", "m.f"], "error: cannot combine `--using` with `--function`\n  choose one of them\n"),
        (["--memory", "0"], "error: unknown value `0` in --memory\n  write a number above 0\n"),
        (["--run", "train.py 'x"], "error: `train.py 'x` in --run is no command line: no closing quotation\n"),
        (["--run", "train.py"], "error: train.py in --run does not exist\n  name a Python file, or `-m` and a module\n"),
        (["--run", "-m"], "error: `-m` in --run needs a module\n"),
        (
            ["--run", "here.py", "--function", "m.f"],
            "error: cannot combine `--run` with `--function`\n  choose one of them\n",
        ),
        (
            ["--run", "here.py", "--show-autograph"],
            "error: cannot combine `--run` with `--show-autograph`\n  choose one of them\n",
        ),
    ],
)
def test_what_cannot_be_done_is_an_error_of_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    (tmp_path / "here.py").write_text("")
    monkeypatch.chdir(tmp_path)
    assert run(["confirm", *arguments]) == 2
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", said)


class TestPython:
    """The Python that runs the code, where none is named: one of an active environment, our own, one on the path."""

    @pytest.fixture(autouse=True)
    def pythons(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("active", "conda", "own", "path"):
            (tmp_path / name / "bin").mkdir(parents=True)
        monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))
        monkeypatch.setenv("CONDA_PREFIX", str(tmp_path / "conda"))
        monkeypatch.setenv("PATH", str(tmp_path / "path" / "bin"))
        monkeypatch.setattr("sys.executable", str(tmp_path / "own" / "bin" / "python"))

    def write(self, tmp_path: Path, **has_tensorflow: bool) -> None:
        for name, has in has_tensorflow.items():
            python = tmp_path / name / "bin" / "python"
            python.write_text(f"#!/bin/sh\nexit {0 if has else 1}\n")
            python.chmod(0o755)

    @pytest.mark.parametrize(
        ("has", "found"),
        [
            ({"active": True, "conda": True, "own": True, "path": True}, "active"),
            ({"active": False, "conda": True, "own": True, "path": True}, "conda"),
            ({"own": True, "path": False}, "own"),
            ({"active": False, "own": True, "path": True}, "own"),
            ({"own": False, "path": True}, "path"),
            ({"active": False, "own": False, "path": False}, "active"),
            ({"path": False}, "own"),
        ],
    )
    def test_is_the_likeliest_that_has_tensorflow(self, tmp_path: Path, has: dict[str, bool], found: str) -> None:
        self.write(tmp_path, **has)
        assert found_python("") == str(tmp_path / found / "bin" / "python")

    def test_is_the_one_that_is_named_whatever_it_has(self, tmp_path: Path) -> None:
        self.write(tmp_path, active=True)
        assert found_python("other") == "other"

    def test_a_folder_called_tensorflow_is_none(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "project" / "tensorflow").mkdir(parents=True)
        (tmp_path / "project" / "tensorflow" / "__init__.py").touch()
        own = tmp_path / "own" / "bin" / "python"
        own.write_text(f'#!/bin/sh\nexec {PYTHON} -S "$@"\n')
        own.chmod(0o755)
        self.write(tmp_path, path=True)
        monkeypatch.chdir(tmp_path / "project")
        assert found_python("") == str(tmp_path / "path" / "bin" / "python")
