"""Wrappers that have the function traced which they were given: on every call, or once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import functools
import tensorflow as tf


def fast(fn):
    {outside}

    @functools.wraps(fn)
    def inner(*args):
        return {call}(*args)
    return inner


{decorator}
def norm(x):
    return tf.reduce_sum(x * x)


TABLE = {{"norm": {entry}}}

for step in range(6):
    TABLE["norm"](tf.ones([3]))
"""


@pytest.mark.parametrize(
    ("outside", "call", "decorator", "entry", "codes"),
    [
        ("pass", "tf.function(fn)", "@fast", "norm", ["TFA403"]),
        ("pass", "tf.function(fn)", "", "fast(norm)", ["TFA403"]),
        ("made = tf.function(fn)", "made", "@fast", "norm", []),
        ("pass", "tf.function(fn)", "", "norm", []),
        ("pass", "fn", "@fast", "norm", []),
    ],
)
def test_a_function_made_on_each_call(tmp_path: Path, outside: str, call: str, decorator: str, entry: str, codes: list[str]) -> None:
    program = PROGRAM.format(outside=outside, call=call, decorator=decorator, entry=entry)
    assert [each.code for each in report_of(tmp_path, program, select=("TFA403",)).findings] == codes
