"""The recipes of docs/editors.md and docs/ci.md for the tests: what is tried is what is written there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPES = "".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("editors.md", "ci.md"))
HAZARD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"
SECONDS = 60


def recipe(language: str, word: str) -> str:
    """The first code block of these pages in this language that contains the word."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", RECIPES, re.MULTILINE | re.DOTALL)
    return str(next(block for block in blocks if word in block))


def editor(name: str, package: str) -> str:
    """The path of an editor; the test is skipped without it."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed: apt-get install {package}")
    return found


def run(command: Sequence[str], folder: Path, more: Mapping[str, str] | None = None) -> str:
    """What an editor writes, run in a folder with our command on its path."""
    tool = folder / ".bin" / "tflint-autograph"
    tool.parent.mkdir(exist_ok=True)
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tflint_autograph "$@"\n')
    tool.chmod(0o755)
    environ = {**os.environ, "PATH": f"{tool.parent}:{os.environ['PATH']}", "HOME": str(folder), **(more or {})}
    environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        command,
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
        stdin=subprocess.DEVNULL,
    )
    return done.stdout + done.stderr
