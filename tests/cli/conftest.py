"""The folder and the environment every test of the command line starts in."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository as the current folder, in an environment without wishes."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM", "TFLINT_AUTOGRAPH_OUTPUT_FORMAT"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path
