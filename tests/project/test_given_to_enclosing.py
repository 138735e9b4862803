"""Objects given to functions around helpers and wrappers: `tee(sys.stdout)`, `@logged(log)`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

HELPER = """
import sys
import tensorflow as tf


def tee(stream):
    def write(text):
        stream.write(text)
    return write


write = tee({given})
{more}

@tf.function
def step(x):
    write("step")
    return x
"""

DECORATED = """
import functools
import tensorflow as tf


class Log:
    def __init__(self):
        self.count = 0

    def add(self):
        self.count += 1


class Silent:
    def add(self):
        return None


def logged(log):
    def decorate(fn):
        @functools.wraps(fn)
        def inner(x):
            log.add()
            return fn(x)
        return inner
    return decorate


@tf.function
@logged({given})
def step(x):
    return x
"""


@pytest.mark.parametrize(
    ("given", "more", "expected"),
    [
        ("sys.stdout", "", ["TFA101"]),
        ("sys.stderr", "", ["TFA101"]),
        ("other()", "", []),
        ("sys.stdout", "import socket\nothers = [tee(each) for each in (socket.socket(),)]\n", []),
    ],
)
def test_what_a_helper_writes_to(tmp_path: Path, given: str, more: str, expected: list[str]) -> None:
    report = report_of(tmp_path, HELPER.format(given=given, more=more))
    assert [each.code for each in report.findings] == expected


@pytest.mark.parametrize(("given", "expected"), [("Log()", ["TFA503"]), ("Silent()", [])])
def test_what_a_wrapper_calls(tmp_path: Path, given: str, expected: list[str]) -> None:
    assert [each.code for each in report_of(tmp_path, DECORATED.format(given=given)).findings] == expected
