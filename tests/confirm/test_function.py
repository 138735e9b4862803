"""`confirm --function`: functions compared by name, with findings and without."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.warm import warm_python

pytestmark = pytest.mark.tensorflow

MODULE = """
import contextlib

import tensorflow as tf


@tf.function
def clean(x):
    return tf.reduce_sum(x) * 2.0


@tf.function
def hidden(x):
    return x * len(tf.function.__dict__) if tf.executing_eagerly() else x


@tf.function
def loud(x):
    print("heard")
    return x


def helper(x):
    if tf.reduce_sum(x) > 0:
        return x
    return -x


@contextlib.contextmanager
def quiet():
    yield


def parts(x):
    return {"name": "a", "sum": tf.reduce_sum(x), "by": None, "pair": (1, x)}


@tf.function
def uses(x):
    with quiet():
        return parts(x)["sum"]


def told(x):  # tflint: call(tf.constant([4.0]))
    return clean(x) + 1.0


def never(sock):
    return sock.recv(10)


class Base(tf.Module):
    def scaled(self, x):
        return x * 2.0


class Derived(Base):
    def scaled(self, x):
        return super().scaled(x) + 1.0


def around():
    def inside():
        return 1
    return inside()
"""
NAMES = ("quiet", "parts", "clean", "hidden", "loud", "helper", "told", "never", "Derived.scaled")


def run(folder: Path, *names: str) -> subprocess.CompletedProcess[str]:
    flags = [word for name in names for word in ("--function", f"pkg.m.{name}")]
    command = [sys.executable, "-m", "tflint_autograph", "confirm", "--output-format", "json", "--python", warm_python()]
    return subprocess.run([*command, *flags], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("functions")
    (folder / "pkg").mkdir()
    (folder / "pkg" / "__init__.py").touch()
    (folder / "pkg" / "m.py").write_text(MODULE, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def compared(folder: Path) -> subprocess.CompletedProcess[str]:
    return run(folder, *NAMES)


@pytest.fixture(scope="module")
def document(compared: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(compared.stdout)
    return found


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("quiet", "same: called 3 times, first as `quiet()`"),
        ("parts", "same: called 3 times, first as `parts(tf.constant(1.5))`"),
        ("clean", "same: called 3 times, first as `clean(tf.constant(1.5))`"),
        ("hidden", "differs: result of call 1: "),
        ("loud", "differs: written stdout:"),
        ("helper", "same: called 3 times"),
        ("told", "same: called 3 times, first as `told(tf.constant([4.0]))`"),
        ("Derived.scaled", "same: called 3 times, first as `Derived().scaled(tf.constant(1.5))`"),
        ("never", "not run: the eager run takes arguments for `never` that cannot be made up"),
    ],
)
def test_what_is_said_of_each(name: str, said: str, compared: subprocess.CompletedProcess[str]) -> None:
    line = next(line for line in compared.stderr.splitlines() if line.startswith(f"pkg.m.{name}: "))
    assert line.removeprefix(f"pkg.m.{name}: ").startswith(said)


def test_what_no_finding_explains_is_a_difference(document: dict[str, Any]) -> None:
    assert [(each["path"], each["range"]["start"]["line"]) for each in document["differences"]] == [("pkg/m.py", 12)]


def test_the_findings_on_the_way_have_their_verdict(document: dict[str, Any]) -> None:
    assert [(each["code"], each["evidence"]["verdict"]) for each in document["findings"]] == [("TFA101", "confirmed")]


def test_functions_that_differ_exit_with_1(compared: subprocess.CompletedProcess[str]) -> None:
    assert compared.returncode == 1


def test_functions_that_do_the_same_exit_with_0(folder: Path) -> None:
    assert run(folder, "clean").returncode == 0


@pytest.mark.parametrize("name", ["missing", "around.<locals>.inside"])
def test_a_name_that_cannot_be_called_is_a_clear_error(name: str, folder: Path) -> None:
    done = run(folder, name)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert done.stdout == ""
