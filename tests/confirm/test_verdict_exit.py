"""Exit codes and evidence of `confirm` by its verdicts. Runs TensorFlow."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runtime.warm import warm_python

pytestmark = pytest.mark.tensorflow

REFUTED = """
import tensorflow as tf


@tf.function
def scaled(x, scale):  # tflint: call(tf.constant(1.0), 3)
    return x * float(scale)
"""
CONFIRMED = """
import tensorflow as tf


@tf.function
def shown(x):  # tflint: call(tf.constant(1.0))
    print(x)
    return x
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("verdicts")
    for name, text in (("refuted.py", REFUTED), ("confirmed.py", CONFIRMED)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tflint_autograph", "confirm", "--isolated", "--pedantic", "--output-format", "json"]
    return subprocess.run(
        [*command, "--python", warm_python(), *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


def test_findings_that_are_all_refuted_exit_with_0_and_say_why(folder: Path) -> None:
    done = run(folder, "refuted.py")
    document = json.loads(done.stdout)
    assert (done.returncode, document["summary"]["exit_code"]) == (0, 0)
    assert [finding["evidence"] for finding in document["findings"]] == [
        {
            "verdict": "refuted",
            "text": "ran 3 times with the same result in the graph: `scale` was always a Python int of 3",
            "command": "tflint-autograph confirm refuted.py",
        }
    ]


def test_the_command_of_a_finding_names_its_own_file_alone(folder: Path) -> None:
    found = json.loads(run(folder, "refuted.py", "confirmed.py").stdout)["findings"]
    assert {each["path"] for each in found} == {"refuted.py", "confirmed.py"}
    for each in found:
        assert each["evidence"]["command"] == f"tflint-autograph confirm {each['path']}"


def test_one_that_is_confirmed_exits_with_1_whatever_is_shown(folder: Path) -> None:
    done = run(folder, "--only", "refuted", ".")
    document = json.loads(done.stdout)
    assert (done.returncode, document["summary"]["exit_code"]) == (1, 1)
    assert [finding["code"] for finding in document["findings"]] == ["TFA301"]
