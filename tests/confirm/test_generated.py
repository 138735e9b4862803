"""`confirm --show-autograph`: the code AutoGraph makes, next to the user's lines."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.runtime.warm import warm_python

pytestmark = pytest.mark.tensorflow

MODULE = """
import tensorflow as tf


@tf.function
def sign(x):
    print("heard")
    if x > 0:
        return x
    return -x


class Scale(tf.keras.layers.Layer):
    def call(self, x):
        print("heard")
        return x


@tf.function(autograph=False)
def counted(x):
    print("heard")
    yield x


@tf.function
def quiet(x):
    return x
"""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    folder = tmp_path_factory.mktemp("generated")
    (folder / "m.py").write_text(MODULE, encoding="utf-8")
    command = [sys.executable, "-m", "tflint_autograph", "confirm", "--show-autograph", "--python", warm_python(), "m.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def block(shown: subprocess.CompletedProcess[str], name: str) -> str:
    return next(block for block in shown.stdout.split("\n\n") if block.startswith(f"m.{name}  "))


def test_each_line_stands_behind_the_users(shown: subprocess.CompletedProcess[str]) -> None:
    text = block(shown, "sign")
    assert text.splitlines()[0] == "m.sign  m.py:5"
    assert re.search(r"^    7 \|  .*print", text, re.MULTILINE)
    assert re.search(r"^    8 \|  .*ag__\.if_stmt", text, re.MULTILINE)
    assert re.search(r"^   10 \| ", text, re.MULTILINE)


def test_what_is_not_converted_is_told(shown: subprocess.CompletedProcess[str]) -> None:
    assert "TensorFlow traces it unconverted" in block(shown, "Scale.call")


def test_what_cannot_be_transformed_is_told(shown: subprocess.CompletedProcess[str]) -> None:
    text = block(shown, "counted")
    assert "not converted: AutoGraph cannot transform `counted`: " in text
    assert "generators are not supported" in text
    assert shown.returncode == 1


def test_functions_without_findings_are_left_out(shown: subprocess.CompletedProcess[str]) -> None:
    assert "quiet" not in shown.stdout


def test_nothing_is_called(shown: subprocess.CompletedProcess[str]) -> None:
    assert not re.search(r"^heard", shown.stdout, re.MULTILINE)
