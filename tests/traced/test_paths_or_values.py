"""A helper that takes a value or the path of it: what it does for a path is info only. What it does for any argument is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Severity

LOADER = """
import pathlib

import numpy as np
import tensorflow as tf

def loaded(value, named=True):
    if {test}:
        value = np.load(value)
    return value

class Blur(tf.keras.layers.Layer):
    def __init__(self, bounds):
        super().__init__()
        self.bounds = bounds

    def call(self, x):
        return x * loaded(self.bounds)
"""


@pytest.mark.parametrize(
    ("test", "severity"),
    [
        ("isinstance(value, str)", Severity.INFO),
        ("isinstance(value, (str, pathlib.Path)) and named", Severity.INFO),
        ("(isinstance(value, str)) & named", Severity.INFO),
        ("isinstance(value, str) or named", Severity.WARNING),
        ("not isinstance(value, str)", Severity.WARNING),
        ("isinstance(value, (str, list))", Severity.WARNING),
        ("named", Severity.WARNING),
    ],
)
def test_a_file_that_is_read_for_a_path_alone(tmp_path: Path, test: str, severity: Severity) -> None:
    found = report_of(tmp_path, LOADER.format(test=test), select=("TFA103",)).findings
    assert [finding.severity for finding in found] == [severity]


def test_a_path_that_is_passed_to_the_traced_function_itself(tmp_path: Path) -> None:
    program = "import numpy as np\nimport tensorflow as tf\n@tf.function\ndef load(value):\n    if isinstance(value, str):\n        return np.load(value)\n    return value\n"
    assert [finding.severity for finding in report_of(tmp_path, program, select=("TFA103",)).findings] == [Severity.WARNING]


CHECKED = """
import os
import tensorflow as tf

class Words:
    def __init__(self, path):
        if {test}:
            {then}
        self.path = path

@tf.function
def step(x):
    return x * len(Words("words.txt").path)
"""


@pytest.mark.parametrize(
    ("test", "then", "severity"),
    [
        ("not os.path.isfile(path)", "raise ValueError(path)", Severity.INFO),
        ("not os.path.isfile(path)", "path = 'other.txt'", Severity.WARNING),
        ("os.path.isfile(path)", "raise ValueError(path)\n        else:\n            path = 'other.txt'", Severity.WARNING),
    ],
)
def test_a_file_that_has_to_be_there(tmp_path: Path, test: str, then: str, severity: Severity) -> None:
    found = report_of(tmp_path, CHECKED.format(test=test, then=then), select=("TFA103",)).findings
    assert [finding.severity for finding in found] == [severity]
