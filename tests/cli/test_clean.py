"""`tflint-autograph clean` and where the cache is."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.command import COMMAND

CODE = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    return x\n"


def run(folder: Path, *arguments: str, **environment: str) -> str:
    """What a command prints."""
    done = subprocess.run(
        [*COMMAND, *arguments], cwd=folder, capture_output=True, text=True, check=True, env=environment or None
    )
    return done.stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "m.py").write_text(CODE)
    (tmp_path / "pyproject.toml").write_text("[tool.tflint-autograph]\n")
    return tmp_path


def test_a_cache_is_made_and_removed(project: Path) -> None:
    run(project, "check")
    assert (project / ".tflint_autograph_cache").is_dir()
    assert run(project, "clean") == "Removed .tflint_autograph_cache (2 entries)\n"
    assert sorted(path.name for path in project.iterdir()) == ["m.py", "pyproject.toml"]
    assert run(project, "clean") == "No cache in .tflint_autograph_cache\n"


def test_each_way_to_name_the_folder(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "sub").mkdir()
    run(project / "sub", "check", "--cache-dir", "typed", "..")
    assert (project / "sub" / "typed").is_dir()
    monkeypatch.setenv("TFLINT_AUTOGRAPH_CACHE_DIR", str(tmp_path / "given"))
    run(project, "check")
    assert (tmp_path / "given").is_dir()
    monkeypatch.delenv("TFLINT_AUTOGRAPH_CACHE_DIR")
    (project / "pyproject.toml").write_text('[tool.tflint-autograph]\ncache-dir = "kept"\n')
    run(project / "sub", "check", "..")
    assert (project / "kept").is_dir()
    assert not (project / ".tflint_autograph_cache").exists()


def test_its_help_speaks_of_nothing_that_it_lacks(project: Path) -> None:
    text = run(project, "clean", "--help")
    assert {line.split()[0] for line in text.splitlines() if line.startswith("  -")} == {"--cache-dir", "--config", "--isolated", "-h,"}
    for word in ("unroll", "Lists", "--no-", "tflint-autograph config"):
        assert word not in text
