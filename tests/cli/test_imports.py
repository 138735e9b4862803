"""What a run imports: no more than it uses. Start-up is most of what a run over one file costs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = frozenset(
    {"libcst", "rich", "pathspec", "tensorflow", "numpy", "multiprocessing", "concurrent", "logging", "socket", "subprocess",
     "tempfile", "shutil", "hashlib", "traceback"}
)  # fmt: skip
PLAIN = "def f(x):\n    return x\n"
CLEAN = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    return tf.square(x) + 1.0\n"
FOUND = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"


def imported(code: str, folder: Path) -> set[str]:
    """The modules that `check -` on some code imports besides those of click."""
    program = (
        "import sys, json\nbefore = set(sys.modules)\nimport click\nbefore |= set(sys.modules) - {'click'}\n"
        "from tflint_autograph.cli.main import run\nrun(['check', '-q', '--output-format', 'concise', '-'])\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=code, capture_output=True, text=True, check=True, cwd=folder
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("code", [PLAIN, CLEAN], ids=["without TensorFlow", "clean"])
def test_a_run_that_finds_nothing_imports_nothing_heavy(code: str, tmp_path: Path) -> None:
    assert not {name.partition(".")[0] for name in imported(code, tmp_path)} & HEAVY


def test_a_run_imports_the_rules_that_have_a_reason_alone(tmp_path: Path) -> None:
    rules = {name for name in imported(FOUND, tmp_path) if name.startswith("tflint_autograph.rules.")}
    helpers = {"api", "catalogue", "page"}
    assert {name.split(".")[2] for name in rules} - helpers == {"python_print"}


@pytest.mark.parametrize(("code", "most"), [(PLAIN, 231), (CLEAN, 290), (FOUND, 332)])
def test_a_run_imports_few_of_our_modules(code: str, most: int, tmp_path: Path) -> None:
    found = {name for name in imported(code, tmp_path) if name.startswith("tflint_autograph")}
    assert len(found) <= most, sorted(found)
