"""Whole runs under TensorFlow: a script whose children die in several ways, a notebook, and tests with the plugin."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow

COMMAND = (sys.executable, "-m", "tflint_autograph", "traces", "--python", sys.executable)
ENVIRON = os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "", "NO_COLOR": "1"}

SCRIPT = """\
import os, signal, sys
import tensorflow as tf

@tf.function
def step(x, epoch):
    return x * epoch

def train():
    for epoch in range(int(sys.argv[1])):
        step(tf.constant(1), epoch)
    for _ in range(4):
        @tf.function
        def again(x):
            return x
        again(tf.constant(1))

@tf.function
def stuck(x):
    os.kill(os.getpid(), signal.SIGKILL)

ends = {
    "exit": lambda: os._exit(4),
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "inside": lambda: stuck(tf.constant(1)),
    "raised": lambda: 1 / 0,
}
for name in ends:
    pid = os.fork()
    if not pid:
        train()
        ends[name]()
    print(name, os.waitpid(pid, 0)[1], flush=True)
print("done")
"""


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], cwd=cwd, capture_output=True, text=True, check=False, env=ENVIRON, stdin=subprocess.DEVNULL)


def test_traces_of_processes_that_die_are_reported(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(SCRIPT)
    done = run("-f", "json", "-o", "out.json", "--fail-above", "2", "train.py", "3", cwd=tmp_path)
    assert done.stdout == "exit 1024\nkilled 9\ninside 9\nraised 256\ndone\n"
    assert done.returncode == 1
    assert "`step` (train.py:4) has 12 traces, more than 2" in done.stderr
    found: dict[str, Any] = json.loads((tmp_path / "out.json").read_text())
    functions = {each["name"]: each for each in found["functions"]}
    assert (functions["step"]["traces"], functions["step"]["calls"]) == (12, 12)
    reason = functions["step"]["reasons"][0]
    assert (reason["kind"], reason["count"], reason["at"]["line"]) == ("value", 8, 10)
    assert reason["finding"]["code"] == "TFA402"
    again = functions["train.again"]["reasons"][0]
    assert (again["kind"], again["at"]["line"], again["finding"]["code"]) == ("new-function", 12, "TFA403")
    assert sorted(os.listdir(tmp_path)) == ["out.json", "train.py"]
    assert functions["stuck"]["traces"] == 0
    assert functions["stuck"]["details"][0]["seconds"] is None


CELLS = (
    "import tensorflow as tf\nimport tflint_autograph\n%matplotlib inline\n@tf.function\ndef step(x, n):\n    return x * n\nstep(tf.constant(1), 0)",
    "with tflint_autograph.traces() as report:\n    for n in range(3):\n        step(tf.constant(1), n)\nprint(report)\nprint(report._repr_html_())\n",
    "raise SystemExit(6)",
)


def test_a_notebook_and_its_own_report(tmp_path: Path) -> None:
    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "id": str(index), "source": text}
        for index, text in enumerate(CELLS)
    ]
    language = {"language_info": {"name": "python"}}
    (tmp_path / "nb.ipynb").write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": language, "cells": cells}))
    done = run("nb.ipynb", cwd=tmp_path)
    assert done.returncode == 6, done.stderr
    assert "retraced 2 times because of `n` (0, 1, 2) at nb.ipynb:cell 2:3" in done.stderr
    # The block sees two traces, and explains the first of them by the one before it
    assert "2 traces of 1 function, 2 retraces" in done.stdout
    assert "trace 1 against an earlier one: `n` is a Python value, 0 -> 1" in done.stdout
    assert '<div class="tflint-traces">' in done.stdout
    assert "<script>" not in done.stdout


ALONE = """\
import tensorflow as tf

@tf.function(input_signature=[tf.TensorSpec([None])])
def before(x):
    return x + 1

@tf.function
def step(x, n):
    return x * n

step(tf.constant(1), 0)
before(tf.ones([2]))
import tflint_autograph
report = tflint_autograph.traces()
print(repr(report))
with report:
    for n in range(3):
        step(tf.constant(1), n)
    before(tf.ones([3]))
print(repr(report))
found = report.document()
print(found["functions"][0]["calls"], found["functions"][0]["traces"], len(found["functions"]))
"""


def test_a_block_counts_the_calls_of_functions_that_were_there_before(tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_text(ALONE)
    done = subprocess.run([sys.executable, "alone.py"], cwd=tmp_path, capture_output=True, text=True, check=False, env=ENVIRON)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Traces()\nstep  alone.py:7\n  2 traces in 3 calls")
    assert "retraced 2 times because of `n` (0, 1, 2) at alone.py:18" in done.stdout
    assert done.stdout.endswith("\n3 2 1\n")


TESTS = """\
import tensorflow as tf

@tf.function
def step(x, n):
    return x * n

def test_many():
    for n in range(3):
        step(tf.constant(1), n)

def test_one_more():
    step(tf.constant(1), 0)
    step(tf.constant(1), 7)

def test_none():
    step(tf.constant(1), 0)
"""


def test_the_plugin_fails_tests_and_reports(tmp_path: Path) -> None:
    (tmp_path / "test_step.py").write_text(TESTS)
    plugin = ("-p", "no:cacheprovider", "-p", "no:randomly")
    done = run("-o", "out.txt", "-m", "pytest", "-q", *plugin, "--tflint-traces=2", "test_step.py", cwd=tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 2 passed" in done.stdout
    assert "step has 3 traces, more than 2" in done.stdout
    summary = done.stdout[done.stdout.index(" traces ") :]
    assert "step (test_step.py:3): 3 traces, retraced 2 times because of `n` (0, 1, 2) at test_step.py:9" in summary
    assert "step (test_step.py:3): 1 trace, retraced once because of `n` (2, 7) at test_step.py:13" in summary
    assert "test_none" not in summary
    assert "4 traces of 1 function" in (tmp_path / "out.txt").read_text()


PLUGIN_ALONE = """
import sys
before = set(sys.modules)
import pytest
class Seen:
    def pytest_sessionfinish(self):
        ours = [each for each in sys.modules if each.startswith("tflint_autograph.") and "recorder" in each or each == "tensorflow"]
        print("loaded", ours)
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "test_nothing.py", *sys.argv[1:]], plugins=[Seen()]))
"""


@pytest.mark.parametrize(("words", "code", "said"), [((), 0, "loaded []"), (("--tflint-traces", "three"), 4, "takes a number of traces, not `three`")])
def test_the_plugin_is_silent_unless_it_is_asked(tmp_path: Path, words: tuple[str, ...], code: int, said: str) -> None:
    (tmp_path / "test_nothing.py").write_text("def test_nothing():\n    pass\n")
    done = subprocess.run([sys.executable, "-c", PLUGIN_ALONE, *words], cwd=tmp_path, capture_output=True, text=True, check=False, env=ENVIRON)
    assert done.returncode == code, done.stdout + done.stderr
    assert said in done.stdout + done.stderr
