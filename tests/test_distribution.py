"""The source distribution: whoever has it can read the changes, run the examples and run the tests."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.docs.documents import ROOT

PARTS = (
    ".ci", ".github", ".pre-commit-hooks.yaml", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in", "README.md",
    "SECURITY.md", "docs", "editors", "examples", "mkdocs.yml", "pyproject.toml", "tests", "tflint_autograph", "tools",
)  # fmt: skip
LEFT = ("examples/.tflint_autograph_cache/ab/entry", "tests/__pycache__/a.cpython-311.pyc", "tests/cli/.pytest_cache/v/nodeids", "editors/vscode/node_modules/a.js", "editors/vscode/dist/a.js")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The repository as it is checked out, with what runs leave behind."""
    tree = tmp_path / "tree"
    ignored = shutil.ignore_patterns("__pycache__", ".*_cache", ".hypothesis", "*.egg-info", "node_modules", "dist", "out", "*.vsix")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, tree / part, ignore=ignored)
        else:
            tree.mkdir(exist_ok=True)
            shutil.copy(ROOT / part, tree / part)
    return tree


@pytest.mark.skipif(int(version("setuptools").partition(".")[0]) < 77, reason="the metadata of the licence needs setuptools 77.0.3")
def test_it_holds_all_but_what_runs_leave_behind(tree: Path, tmp_path: Path) -> None:
    wanted = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    for name in LEFT:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text("x")
    program = f"from setuptools import build_meta; build_meta.build_sdist({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", program], cwd=tree, capture_output=True, check=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        held = {name.partition("/")[2] for name in packed.getnames()}
    assert not wanted - held
    assert not held & set(LEFT)
