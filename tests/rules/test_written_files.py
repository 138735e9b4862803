"""A constant path that an operation reads is a warning where the program writes the file between the calls, and information elsewhere."""

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence, Severity

READING = """
import pathlib

import numpy as np
import tensorflow as tf

TABLE = pathlib.Path("gain.txt")


@tf.function
def gain(x):
    return x * tf.strings.to_number(tf.io.read_file("gain.txt"))


def save(step):
    {save}


{before}
for step in range(3):
    {between}
    gain(tf.constant(1.0))
"""

WRITING = [
    "with open('gain.txt', 'w') as file: file.write(str(step))",
    "open('gain.txt', mode='a').close()",
    "pathlib.Path('gain.txt').write_text(str(step))",
    "TABLE.write_text(str(step))",
    "tf.io.write_file('gain.txt', tf.strings.as_string(step))",
    "np.savetxt('gain.txt', [step])",
]


@pytest.mark.parametrize("save", WRITING)
@pytest.mark.parametrize(("before", "between", "severity"), [("save(0)", "pass", Severity.INFO), ("pass", "save(step)", Severity.WARNING)])
def test_a_file_that_is_written_between_calls(tmp_path: Path, save: str, before: str, between: str, severity: Severity) -> None:
    found = report_of(tmp_path, READING.format(save=save, before=before, between=between), select=("TFA103",)).findings
    assert [each.severity for each in found] == [severity]


@pytest.mark.parametrize("save", ["open('gain.txt').read()", "open('gain.txt', 'rb').close()", "open('other.txt', 'w').close()", "TABLE.read_text()"])
def test_a_file_that_is_read_or_another_one(tmp_path: Path, save: str) -> None:
    found = report_of(tmp_path, READING.format(save=save, before="pass", between="save(step)"), select=("TFA103",)).findings
    assert [each.severity for each in found] == [Severity.INFO]


@pytest.mark.parametrize("reading", ['np.loadtxt("gain.txt")', 'open("gain.txt").read()', 'open("gain.txt", mode="rt").read()'])
@pytest.mark.parametrize(("before", "between", "confidence"), [("save(0)", "pass", Confidence.LOW), ("pass", "save(step)", Confidence.HIGH)])
def test_a_file_of_data_that_is_written_between_calls(tmp_path: Path, reading: str, before: str, between: str, confidence: Confidence) -> None:
    text = READING.replace('tf.strings.to_number(tf.io.read_file("gain.txt"))', f"float({reading})")
    found = report_of(tmp_path, text.format(save=WRITING[-1], before=before, between=between), select=("TFA103",)).findings
    assert [each.confidence for each in found] == [confidence]


@pytest.mark.parametrize("mode", ["a", "r+", "w"])
def test_a_file_that_may_be_written_itself(tmp_path: Path, mode: str) -> None:
    text = READING.replace('tf.strings.to_number(tf.io.read_file("gain.txt"))', f'float(open("gain.txt", "{mode}").tell())')
    (found,) = report_of(tmp_path, text.format(save=WRITING[-1], before="save(0)", between="pass"), select=("TFA103",)).findings
    assert found.confidence is Confidence.HIGH


KEPT = """
import tensorflow as tf


class Words:
    def __init__(self, path):
        self.path = path

    @tf.function
    def count(self, x):
        with open(self.path) as file:
            return x * len(file.read())


def run(name):
    words = Words(name)
    words.count(tf.constant(1))
    {after}
    words.count(tf.constant(1))


run("words.txt")
"""


@pytest.mark.parametrize(("after", "confidence"), [("pass", Confidence.LOW), ("open('words.txt', 'a').write('more')", Confidence.HIGH)])
def test_a_file_under_a_path_that_an_object_keeps(tmp_path: Path, after: str, confidence: Confidence) -> None:
    (found,) = report_of(tmp_path, KEPT.format(after=after), select=("TFA103",)).findings
    assert found.confidence is confidence
