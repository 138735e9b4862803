"""Findings in files of tests are counted and not shown: beside the same code elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf

@tf.function
def step(x, n):
    print(x)
    return x * n

def {name}():
    for n in range(30):
        step(tf.ones(3), n)
"""


@pytest.mark.parametrize(
    ("path", "name", "is_shown"),
    [("test_layers.py", "test_it", False), ("pack/layers_test.py", "test_it", False), ("layers.py", "test_it", True), ("test_layers.py", "run", True)],
)
def test_what_is_found_in_a_test_is_not_shown(tmp_path: Path, path: str, name: str, is_shown: bool) -> None:
    found = report_of(tmp_path, {path: PROGRAM.format(name=name)}, select=("TFA101", "TFA402")).findings
    assert [each.code for each in found] == ["TFA101", "TFA402"]
    shown = [each.code for each in found if each.confidence > Confidence.LOW]
    assert shown == (["TFA101", "TFA402"] if is_shown else [])
    assert any(each.excuse.startswith("is code of a test") for each in found) is not is_shown


HELPER = """
import tensorflow as tf

@tf.function
def step(x):
    print(x)
    return x

class Cases:
    def run(self):
        for _ in range(3):
            step(tf.ones(3))
"""

USER = """
from tests.base import Cases

class Layers(Cases):
    def {name}(self):
        self.run()
"""


@pytest.mark.parametrize(
    ("path", "name", "is_shown"),
    [("tests/test_layers.py", "test_run", False), ("tests/layers.py", "run_all", True), ("train.py", "test_run", True)],
)
def test_what_tests_alone_import_from_their_folder_is_code_of_tests(tmp_path: Path, path: str, name: str, is_shown: bool) -> None:
    files = {"tests/__init__.py": "", "tests/base.py": HELPER, path: USER.format(name=name)}
    found = report_of(tmp_path, files, select=("TFA101",)).findings
    assert [each.confidence > Confidence.LOW for each in found] == [is_shown]
