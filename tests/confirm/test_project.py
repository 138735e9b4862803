"""`confirm` over a small project: helpers, methods, a notebook, declared calls, a module that cannot be imported."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.confirm.confirmed import confirmed
from tests.confirm.hostile import below

pytestmark = pytest.mark.tensorflow

CELLS = [
    "import tensorflow as tf\nimport random",
    "@tf.function\ndef noisy(x):\n    return x + random.random()",
    "for _ in range(3):\n    noisy(tf.constant(1.0))",
]
NOTEBOOK = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {},
    "cells": [
        {"cell_type": "code", "source": source, "metadata": {}, "outputs": [], "execution_count": None, "id": f"c{number}"}
        for number, source in enumerate(CELLS)
    ],
}
FILES = {
    "pyproject.toml": '[tool.tflint-autograph.confirm.calls]\n"pkg.train.main" = ["3"]\n',
    "pkg/__init__.py": "",
    "pkg/helpers.py": "def shown(x):\n    print(x)\n    return x\n",
    "pkg/train.py": """
import tensorflow as tf

from pkg.helpers import shown


class Trainer(tf.Module):
    def __init__(self):
        self.steps = 0

    @tf.function
    def step(self, x):
        self.steps += 1
        return shown(x)


def main(number):
    trainer = Trainer()
    for value in range(number):
        trainer.step(tf.constant(value))
    return trainer.steps
""",
    "made_up.py": """
import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def call(self, x):
        print("scaled")
        return x * 2.0


@tf.function
def rooted(x):  # tflint: call(tf.constant(4.0))
    return x.numpy() ** 0.5
""",
    "several_test.py": """
import functools
import unittest

import tensorflow as tf


class Several(type):
    def __new__(cls, name, bases, members):
        for written in [each for each in members if each.startswith("test_")]:
            test = members.pop(written)
            members[f"{written}0"] = functools.wraps(test)(lambda self, test=test: test(self, 2.0))
        return super().__new__(cls, name, bases, members)


class StepTest(unittest.TestCase, metaclass=Several):
    def test_step(self, factor):
        @tf.function
        def step(x):
            print("stepped")
            return x * factor

        for value in range(3):
            step(tf.constant(float(value)))
""",
    "below.py": """
import abc
import enum

import tensorflow as tf


class Kind(enum.Enum):
    ONE = 1


class Base(tf.Module, abc.ABC):
    def __init__(self, sizes: list[int], kind: Kind):
        super().__init__()
        assert isinstance(kind, Kind)
        self.sizes = sizes

    @tf.function
    def __call__(self, x):
        return self._shown(x)

    def _shown(self, x):
        print("shown", self.sizes)
        return self.step(x)

    @abc.abstractmethod
    def step(self, x): ...


class Doubled(Base):
    def step(self, x):
        return x * 2.0
""",
    "reached.py": """
import tensorflow as tf


class Noisy(tf.keras.layers.Layer):
    def call(self, x, reverse=False, training=False):
        if training:
            print("training")
        return x


@tf.function
def step(x):
    return loud(x)


def loud(x):  # tflint: call(tf.constant(4.0))
    if x > 3.0:
        print("heard")
    return x
""",
    "hidden.py": """
import tensorflow as tf


@tf.function
def never(sock):
    print("heard")
    return sock.recv(10)
""",
    "unreached.py": """
import tensorflow as tf


@tf.function
def quiet(x):
    if x is None:
        print("nothing")
    return x
""",
    "broken.py": "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n\n\nopen('no/such/file')\n",
    "notebook.ipynb": json.dumps(NOTEBOOK),
}


HANGS = """
import tensorflow as tf


@tf.function
def f(x):
    print(x)
    return x


while True:
    pass
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def document(folder: Path) -> dict[str, Any]:
    return confirmed(folder, "--timeout", "30")


@pytest.mark.parametrize(
    ("path", "code", "verdict"),
    [
        ("pkg/helpers.py", "TFA101", "confirmed"),
        ("pkg/train.py", "TFA503", "confirmed"),
        ("made_up.py", "TFA101", "confirmed"),
        ("made_up.py", "TFA302", "confirmed"),
        ("notebook.ipynb", "TFA110", "confirmed"),
        ("several_test.py", "TFA101", "confirmed"),
        ("unreached.py", "TFA101", "not-run"),
        ("broken.py", "TFA101", "not-run"),
    ],
)
def test_the_verdict(path: str, code: str, verdict: str, document: dict[str, Any]) -> None:
    found = [finding for finding in document["findings"] if (finding["path"], finding["code"]) == (path, code)]
    assert [finding["evidence"]["verdict"] for finding in found] == [verdict]


def test_a_declared_call_of_a_helper_is_traced_as_the_program_does(document: dict[str, Any]) -> None:
    evidence = {each["function"]: each["evidence"] for each in document["findings"] if each["path"] == "reached.py"}
    assert (evidence["reached.loud"]["verdict"], evidence["reached.loud"]["text"]) == (
        "confirmed", "wrote 3 times eagerly, once in the graph",
    )  # fmt: skip
    assert evidence["reached.Noisy.call"]["verdict"] == "confirmed"
    assert "called as `Noisy().call(tf.constant(1.5), training=True)`" in evidence["reached.Noisy.call"]["text"]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("unreached.py", r"`quiet` ran \d+ times, but `if x is None` on line 7 was never true: declare a call with `# tflint: call"),
        ("hidden.py", r"the eager run takes arguments for `never` that cannot be made up \(AttributeError: "),
    ],
)
def test_a_line_that_is_not_reached_says_why(path: str, told: str, document: dict[str, Any]) -> None:
    found = next(finding for finding in document["findings"] if finding["path"] == path)
    assert re.match(told, found["evidence"]["text"])


def test_a_confirmed_finding_is_as_sure_as_can_be(document: dict[str, Any]) -> None:
    for finding in document["findings"]:
        if finding["evidence"]["verdict"] == "confirmed":
            assert finding["confidence"] == "high"


def test_a_made_up_call_is_told(document: dict[str, Any]) -> None:
    found = next(each for each in document["findings"] if each["path"] == "made_up.py" and each["code"] == "TFA101")
    assert "called as `Scale().call(tf.constant(" in found["evidence"]["text"]


def test_an_object_of_a_class_below_is_made_by_its_annotations(document: dict[str, Any]) -> None:
    found = next(each for each in document["findings"] if each["path"] == "below.py")
    assert "called as `Doubled([20, 20], Kind.ONE).__call__(tf.constant(" in found["evidence"]["text"]


def test_what_keeps_a_module_from_running_is_told(document: dict[str, Any]) -> None:
    found = next(each for each in document["findings"] if each["path"] == "broken.py")
    assert "FileNotFoundError" in found["evidence"]["text"]


def test_what_is_not_proved_exits_with_1(document: dict[str, Any]) -> None:
    assert document["summary"]["exit_code"] == 1


def test_nothing_is_written_into_the_project(folder: Path, document: dict[str, Any]) -> None:
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert {name for name in files if not name.startswith(".tflint_autograph_cache/")} == set(FILES)


def test_a_python_without_tensorflow_exits_with_2(folder: Path, tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    command = [sys.executable, "-m", "tflint_autograph", "confirm", "--python", str(python), "pkg"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=dict(os.environ))
    assert run.returncode == 2
    assert run.stderr.startswith("error: ")
    assert run.stdout == ""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)], ids=["SIGINT", "SIGTERM"])
def test_an_interruption_ends_everything_and_reports_what_is_known(tmp_path: Path, number: signal.Signals, code: int) -> None:
    (tmp_path / "hangs.py").write_text(HANGS, encoding="utf-8")
    command = [sys.executable, "-m", "tflint_autograph", "confirm", "--isolated", "--python", sys.executable, "hangs.py"]
    command += ["--output-format", "concise"]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stderr is not None
    assert "Running code of hangs.py" in run.stderr.readline()
    while len(started := below(run.pid)) < 2:  # the child, and the process it forks for the module
        assert run.poll() is None
    run.send_signal(number)
    out, _ = run.communicate(timeout=30)
    assert run.returncode == code
    assert "[not-run: interrupted before a call reached the line]" in out
    for _ in range(100):  # what was killed is there until the system has noticed
        if not any(Path(f"/proc/{pid}").exists() for pid in started):
            return
        time.sleep(0.1)
    pytest.fail("a process is left, which ends by itself never")
