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


def test_no_command_is_an_error_of_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Usage: tflint-autograph ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek"], "error: unknown command `chek`\n  did you mean `check`?\n"),
        (["zzz"], "error: unknown command `zzz`\n"),
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
    assert ("--isolated" in out) == (name not in ("completion", "server"))


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
