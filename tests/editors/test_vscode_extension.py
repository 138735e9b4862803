"""The extension for VS Code: its tests run it against the real server, with the module `vscode` stubbed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.editors.recipes import ROOT
from tflint_autograph import __version__
from tflint_autograph.lsp.options import Options, Show

FOLDER = ROOT / "editors" / "vscode"
MANIFEST = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))


def test_its_settings_are_those_of_the_server() -> None:
    settings = {name.removeprefix("tflint-autograph."): each for name, each in MANIFEST["contributes"]["configuration"]["properties"].items()}
    server = {name: each["default"] for name, each in settings.items() if name in ("codeLens", "config", "diagnostics")}
    assert Options.read(server) == Options()
    assert Options.read({"codeLens": True, "config": ["a"], "diagnostics": "open"}) == Options(True, ("a",), Show.OPEN)
    assert settings["diagnostics"]["enum"] == [each.value for each in Show]
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"| `tflint-autograph.{name}` |" in readme for name in settings)


def test_its_version_is_that_of_the_package() -> None:
    assert MANIFEST["version"] == __version__


def test_it_speaks_to_the_server() -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    if not (FOLDER / "node_modules").is_dir():
        pytest.skip("its packages are not installed: npm install in editors/vscode")
    environ = {**os.environ, "PYTHON": sys.executable, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run([npm, "test"], cwd=FOLDER, env=environ, capture_output=True, text=True, check=False, timeout=300, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 6" in done.stdout
