"""The pre-commit hook, tried on a throw-away repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]

BAD = """\
import tensorflow as tf


@tf.function
def step(x):
    print("step", x)
    return x * 2
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A git repository with one bad file in its index."""
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "-q")
    (folder / "train.py").write_text(BAD)
    git(folder, "add", "train.py")
    return folder


@pytest.fixture
def hook(tmp_path: Path) -> Path:
    """This package, as it is now, as a git repository with one commit: pre-commit installs from a commit."""
    folder = tmp_path / "hook"
    kept = shutil.ignore_patterns("__pycache__", "*.egg-info", "tests", "examples")
    for name in ("tflint_autograph", "editors/jupyterlab"):
        shutil.copytree(REPOSITORY / name, folder / name, ignore=kept)
    for name in (".pre-commit-hooks.yaml", "LICENSE", "pyproject.toml", "README.md"):
        if (REPOSITORY / name).exists():
            shutil.copy(REPOSITORY / name, folder)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "Snapshot")
    return folder


def git(folder: Path, *arguments: str) -> None:
    author = ("-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *author, *arguments], cwd=folder, check=True)


def try_repo(project: Path, hook: Path, home: Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "pre_commit",
        "try-repo",
        str(hook),
        "tflint-autograph",
        "--all-files",
        "--color=never",
    ]
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PYTHONPATH"))}
    return subprocess.run(
        command, cwd=project, env=environ | {"PRE_COMMIT_HOME": str(home)}, capture_output=True, text=True, check=False
    )


def test_hook_fails_on_a_finding_and_passes_without(project: Path, hook: Path, tmp_path: Path) -> None:
    done = try_repo(project, hook, tmp_path / "home")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "TFA101" in done.stdout
    assert "train.py:6:5" in done.stdout
    (project / "train.py").write_text(BAD.replace("print(", "tf.print("))
    git(project, "add", "train.py")
    done = try_repo(project, hook, tmp_path / "home")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Passed" in done.stdout


def test_hook_is_declared_as_pre_commit_wants_it() -> None:
    manifest = REPOSITORY / ".pre-commit-hooks.yaml"
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", str(manifest)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    text = manifest.read_text(encoding="utf-8")
    assert "entry: tflint-autograph check --force-exclude\n" in text
    assert "entry: tflint-autograph check --force-exclude --fix\n" in text
    assert text.count("types_or: [python, jupyter]\n") == text.count("require_serial: true\n") == 2


@pytest.fixture
def hooked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose commits run both hooks as they are declared, with the linter that is tested: offline."""
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "-q")
    manifest = (REPOSITORY / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    hooks = manifest.replace("entry: tflint-autograph", f"entry: {sys.executable} -m tflint_autograph")
    hooks = re.sub(r"^", "      ", hooks.replace("language: python", "language: system"), flags=re.MULTILINE)
    (folder / ".pre-commit-config.yaml").write_text(f"repos:\n  - repo: local\n    hooks:\n{hooks.rstrip()}\n")
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY))
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    subprocess.run([sys.executable, "-m", "pre_commit", "install"], cwd=folder, check=True, capture_output=True)
    return folder


def commit(folder: Path, files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    for name, text in files.items():
        (folder / name).write_text(text)
    git(folder, "add", "-A")
    author = ("-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(
        ["git", *author, "commit", "-m", "x"], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )


def test_three_commits(hooked: Path) -> None:
    clean = BAD.replace("print(", "tf.print(")
    assert commit(hooked, {"train.py": clean}).returncode == 0

    done = commit(hooked, {"more.py": BAD.replace("x * 2", "x * 2  # tflint: ignore[TFA110]")})
    assert done.returncode == 1
    assert "--> more.py:6:5" in done.stderr
    assert "files were modified by this hook" in done.stderr
    assert (hooked / "more.py").read_text() == BAD
    git(hooked, "add", "-A")
    git(hooked, "-c", "core.hooksPath=/dev/null", "commit", "-q", "-m", "an old finding")

    done = commit(hooked, {"train.py": clean.replace("x * 2", "x * 3")})
    assert done.returncode == 0, "an old finding in another file stops nobody\n" + done.stderr
