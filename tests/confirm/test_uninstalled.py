"""The metadata of a project that is not installed."""

from __future__ import annotations

import importlib.metadata
import sys
from pathlib import Path

import pytest

from tflint_autograph.confirm.probe.state.uninstalled import UninstalledProject


def test_only_packages_of_the_project_have_metadata(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shown_pack").mkdir()
    (tmp_path / "shown_pack" / "__init__.py").touch()
    (tmp_path / "shown_tests").mkdir()
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        importlib.metadata.version("shown-pack")
    installed = importlib.metadata.version("pytest")
    sys.meta_path.append(UninstalledProject([str(tmp_path)]))
    assert importlib.metadata.version("shown-pack") == "0.0.0"
    assert importlib.metadata.metadata("shown_pack")["Name"] == "shown_pack"
    assert importlib.metadata.version("pytest") == installed
    for name in ("shown_tests", "shown_absent"):
        with pytest.raises(importlib.metadata.PackageNotFoundError):
            importlib.metadata.version(name)
    assert "shown_pack" not in {each.metadata["Name"] for each in importlib.metadata.distributions()}
