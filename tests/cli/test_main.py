"""The group of commands: entry points, unknown names, and what start-up imports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import COMMAND
from tflint_autograph import __version__
from tflint_autograph.cli.main import COMMANDS, run

HEAVY = ("libcst", "rich", "pathspec", "tensorflow", "numpy")


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_version(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([flag]) == 0
    assert capsys.readouterr() == (f"tflint-autograph {__version__}\n", "")


def test_module_is_the_command() -> None:
    done = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"tflint-autograph {__version__}\n")


@pytest.mark.parametrize("arguments", [["--help"], ["-h"]])
def test_help_lists_every_command(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 0
    out = capsys.readouterr().out
    assert all(f"\n  {name} " in out for name in COMMANDS)


def test_no_command_shows_what_would_be_checked_and_passes_no_build(
    capsys: pytest.CaptureFixture[str], project: Path
) -> None:
    (project / "train.py").write_text("import tensorflow as tf\n")
    (project / "tools.py").write_text("import os\n")
    assert run([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"Project: {project}\n" in err
    assert "`check` would read 2 Python files and notebooks; 1 of them names tensorflow or keras.\n" in err
    shown = [line.split()[1] for line in err.splitlines() if line.startswith("  tflint-autograph ")]
    assert shown == ["check", "why", "init"]


def test_no_command_in_a_configured_project_and_in_an_empty_folder(capsys: pytest.CaptureFixture[str], project: Path) -> None:
    run([])
    assert "No Python files here." in capsys.readouterr().err
    (project / "pyproject.toml").write_text("[tool.tflint-autograph]\n")
    run([])
    err = capsys.readouterr().err
    assert "Configuration: pyproject.toml\n" in err
    assert "tflint-autograph init" not in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek"], "error: unknown command `chek`\n  did you mean `check`?\n"),
        (["zzz"], "error: unknown command `zzz`\n  `tflint-autograph --help` lists the commands\n"),
        (["tfa101"], "error: unknown command `tfa101`\n  did you mean `tflint-autograph explain tfa101`?\n"),
        (["frozen-random"], "error: unknown command `frozen-random`\n  did you mean `tflint-autograph explain frozen-random`?\n"),
        (["--fix"], "error: `--fix` needs a command\n  did you mean `tflint-autograph check --fix`?\n"),
        (["a/b.py"], "error: unknown command `a/b.py`\n  did you mean `tflint-autograph check a/b.py`? That file does not exist, however\n"),
        (["src"], "error: unknown command `src`\n  did you mean `tflint-autograph check src`?\n"),
        (["--versoin"], "error: unknown option `--versoin`\n  did you mean `--version`?\n"),
        (["--vers"], "error: unknown option `--vers`\n  did you mean `--version`?\n"),
    ],
)
def test_unknown_words(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], project: Path) -> None:
    (project / "src").mkdir()
    assert run(arguments) == 2
    assert capsys.readouterr() == ("", message)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_helps(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Usage: tflint-autograph {name} ")
    assert ("--isolated" in out) == (name not in ("completion", "init", "server"))


@pytest.mark.parametrize(
    "arguments",
    [["--version"], ["--help"], ["check", "--help"], ["explain", "TFA10l"], ["check", "--slect"], ["config"]],
    ids=" ".join,
)
def test_start_imports_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom tflint_autograph.cli.main import run\nrun(sys.argv[1:])\n"
        f"print('loaded', *(name for name in {HEAVY} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "loaded"
