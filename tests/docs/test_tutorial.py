"""The way of docs/tutorial.md, gone on a real project: from findings to a clean CI."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.documents import COMMAND, ROOT, blocks

FOUND = 1


def commands() -> Iterator[str]:
    for block in blocks("text", "tutorial.md"):
        for line in COMMAND.findall(block):
            yield line.partition("  #")[0].strip()


def called(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = shlex.split(command)
    return subprocess.run(
        [sys.executable, "-m", "tflint_autograph", *words[1:]],
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with findings, in a repository of its own with one commit on `origin/main`."""
    folder = tmp_path / "project"
    shutil.copytree(ROOT / "examples" / "mnist_project", folder)
    author = ("-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "x"), ("update-ref", "refs/remotes/origin/main", "HEAD")):
        subprocess.run(["git", *author, *words], cwd=folder, check=True)
    return folder


def test_the_steps_lead_to_a_run_without_findings(project: Path) -> None:
    codes = {}
    for command in commands():
        codes[command] = called(command, project).returncode
        if "--update-baseline" in command:
            table, *_ = blocks("toml", "tutorial.md")
            (project / "pyproject.toml").write_text(table, encoding="utf-8")
            assert called("tflint-autograph check", project).returncode == 0
    assert set(codes.values()) <= {0, FOUND}
    clean = [command for command in codes if re.search(r"--update-baseline|--add-ignore|--changed", command)]
    assert [codes[command] for command in clean] == [0] * 3
    done = called("tflint-autograph check", project)
    assert (done.returncode, "in the baseline" in done.stdout) == (0, True)


def test_a_new_hazard_fails_the_run_again(project: Path) -> None:
    (baseline,) = (command for command in commands() if "--update-baseline" in command)
    assert called(baseline, project).returncode == 0
    with (project / "helpers.py").open("a", encoding="utf-8") as file:
        file.write("\n\n@tf.function\ndef added(x):\n    print(x)\n    return x\n")
    checked = baseline.replace(" --update-baseline", "")
    done = called(f"{checked} --output-format concise", project)
    assert done.returncode == FOUND
    assert [line for line in done.stdout.splitlines() if "TFA" in line and line.startswith("helpers.py")] != []
    assert called("tflint-autograph check --changed origin/main", project).returncode == FOUND
