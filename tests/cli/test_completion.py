"""Completion: what is offered, and the scripts in the shells that are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import COMMAND
from tflint_autograph.cli.completion import SHELLS, VARIABLE
from tflint_autograph.cli.main import run


def offered(line: str, folder: Path) -> list[str]:
    """What click answers a shell that completes the last word of the line, without the meanings."""
    environ = os.environ | {VARIABLE: "fish_complete", "COMP_WORDS": line, "COMP_CWORD": line.split(" ")[-1]}
    done = subprocess.run(COMMAND, cwd=folder, env=environ, capture_output=True, encoding="utf-8", check=False)
    assert done.stderr == ""
    return [answer.partition(",")[2].partition("\t")[0] for answer in done.stdout.splitlines() if answer]


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("tflint-autograph expl", ["explain"]),
        ("tflint-autograph check --base", ["--baseline"]),
        ("tflint-autograph check --select tfa50", [f"TFA50{n}" for n in range(1, 9)]),
        ("tflint-autograph check --ignore TFA101,frozen-cl", ["TFA101,frozen-clock"]),
        ("tflint-autograph check --min-severity w", ["warning"]),
        ("tflint-autograph check --output-format js", ["json"]),
        ("tflint-autograph explain python-pr", ["python-print"]),
        ("tflint-autograph completion z", ["zsh"]),
        ("tflint-autograph nothing x", []),
    ],
)
def test_offers(line: str, answers: list[str], tmp_path: Path) -> None:
    assert offered(line, tmp_path) == answers


def test_a_list_of_all_rules_is_codes(tmp_path: Path) -> None:
    found = offered("tflint-autograph check --select ", tmp_path)
    assert found[:2] == ["ALL", "DEFAULT"]
    assert all(name.startswith("TFA") for name in found[2:])


@pytest.mark.parametrize("shell", SHELLS)
def test_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert f"{VARIABLE}={shell}_complete" in script


def test_unknown_shell(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", "bsh"]) == 2
    assert capsys.readouterr().err == "error: unknown shell `bsh`\n  did you mean `bash`?\n"
    assert run(["completion", "powershell"]) == 2
    assert capsys.readouterr().err.splitlines()[1] == "  choose from bash, fish, zsh"


BASH = """\
eval "$(tflint-autograph completion bash)"
COMP_WORDS=(tflint-autograph check --select TFA101,TFA50) COMP_CWORD=3
_tflint_autograph_completion tflint-autograph
printf '%s\\n' "${COMPREPLY[@]}"
"""
FISH = "tflint-autograph completion fish | source; complete -C 'tflint-autograph check --select TFA101,TFA50'"
ZSH = """\
compdef() { print -r -- $1 }
eval "$(tflint-autograph completion zsh)"
_describe() { print -rl -- ${completions_with_descriptions%%:*} }
words=(tflint-autograph check --select TFA101,TFA50) CURRENT=4
_tflint_autograph_completion
"""


@pytest.mark.skipif(sys.platform == "win32", reason="shells of other systems")
@pytest.mark.parametrize(("shell", "script"), [("bash", BASH), ("fish", FISH), ("zsh", ZSH)])
def test_in_the_shell(shell: str, script: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    program = tmp_path / "tflint-autograph"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tflint_autograph "$@"\n')
    program.chmod(0o755)
    environ = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}
    done = subprocess.run([shell, "-c", script], env=environ, capture_output=True, encoding="utf-8", check=False)
    found = [line.partition("\t")[0] for line in done.stdout.splitlines() if line.startswith("TFA101,")]
    assert found == [f"TFA101,TFA50{n}" for n in range(1, 9)], done.stderr
