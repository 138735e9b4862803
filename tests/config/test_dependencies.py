"""Which TensorFlow a project asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tflint_autograph.config.dependencies import NEWEST, declared, newest_allowed


@pytest.mark.parametrize(
    ("bounds", "version"),
    [
        ("", NEWEST),
        ("2.15", (2, 15)),
        ("==2.15.*", (2, 15)),
        ("==2.15.1", (2, 15)),
        (">=2.12", NEWEST),
        (">=2.12,<2.16", (2, 15)),
        ("<2.16.1", (2, 16)),
        ("<=2.14", (2, 14)),
        ("<3", NEWEST),
        ("~=2.10", NEWEST),
        ("^2.12", NEWEST),
        ("!=2.21.*", (2, 20)),
        ("nonsense", NEWEST),
    ],
)
def test_the_newest_allowed_version_counts(bounds: str, version: tuple[int, int]) -> None:
    assert newest_allowed(bounds) == version


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("pyproject.toml", '[project]\ndependencies = ["numpy", "tensorflow>=2.12,<2.16"]', ">=2.12,<2.16"),
        ("pyproject.toml", '[project]\ndependencies = ["tensorflow-cpu[and-cuda]==2.15.1; python_version < \'4\'"]', "==2.15.1"),
        ("pyproject.toml", '[project.optional-dependencies]\ntf = ["tensorflow (>=2.13)"]', ">=2.13"),
        ("pyproject.toml", '[tool.poetry.dependencies]\ntensorflow = "^2.11"', "^2.11"),
        ("pyproject.toml", '[tool.poetry.dependencies]\ntensorflow = {version = "2.14"}', "2.14"),
        ("requirements.txt", "numpy\ntensorflow==2.15  # pinned\n", "==2.15"),
        ("requirements.txt", "tensorflow-probability==0.25\n", ""),
        ("requirements.txt", "tensorflow\n", ""),
        ("pyproject.toml", "not toml", ""),
    ],
)
def test_the_project_says_which(tmp_path: Path, name: str, text: str, found: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert declared(tmp_path) == (found, name if found else "")
