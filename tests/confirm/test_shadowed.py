"""A folder of the project is found although an installed package has its name."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from tflint_autograph.confirm.probe.state.uninstalled import ShadowedFolders


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    project, installed = tmp_path / "project", tmp_path / "installed"
    (project / "shown_examples" / "gan").mkdir(parents=True)
    (project / "shown_examples" / "gan" / "train.py").write_text("STEPS = 3\n", encoding="utf-8")
    (installed / "shown_examples").mkdir(parents=True)
    (installed / "shown_examples" / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(project), str(installed), *sys.path])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(sys, "modules", {**sys.modules})
    return project


def test_without_the_finder_the_installed_package_hides_it(project: Path) -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("shown_examples.gan.train")


def test_the_finder_finds_it(project: Path) -> None:
    sys.meta_path.append(ShadowedFolders([str(project)]))
    assert importlib.import_module("shown_examples.gan.train").STEPS == 3
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("shown_examples.absent")
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("shown_absent")
