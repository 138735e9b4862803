"""What the eager runs compute of pure functions and methods of constants: which arguments of calls are equal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import math
import tensorflow as tf

@tf.function
def step(x, n):
    return x * n

for text in ["one", "two words", "some more words", "a a a b", "yet another line here"]:
    step(tf.constant(1.0), {})
"""


@pytest.mark.parametrize(
    "given",
    [
        "len(text.split())", "text.upper()", "text.replace('o', '0')", "len({word for word in text.split()})", "len(set(text))",
        "sorted(text.split())[0]", "max(text.split(), key=None)", "sum([len(word) for word in text.split()])", "text.count('e')", "text.partition(' ')[0]",
        "math.ceil(len(text) / 2)", "ord(text[0]) + len(text)", "'-'.join(text.split())",
    ],
)  # fmt: skip
def test_results_that_differ(tmp_path: Path, given: str) -> None:
    (found,) = report_of(tmp_path, PROGRAM.format(given), select=("TFA402",), pedantic=True).findings
    assert found.code == "TFA402"


@pytest.mark.parametrize(
    "given",
    [
        "text.isdigit()", "len({word for word in 'a b a'.split()})", "text.endswith('?')", "any([text == 'three', False])", "math.floor(2.5)",
        "sorted({3, 1, 2})[0]", "len(set('abca'))", "min(len(text), 3)", "isinstance(text, str)", "isinstance([text], (dict))", "divmod(7, 2)[0]",
        "math.factorial(3)", "len(frozenset([text, text]))",
    ],
)  # fmt: skip
def test_results_that_are_equal(tmp_path: Path, given: str) -> None:
    assert not report_of(tmp_path, PROGRAM.format(given), select=("TFA402",), pedantic=True).findings


@pytest.mark.parametrize("given", ["text.index('?')", "ord(text)", "sorted([text, 1])", "text.split('')", "math.sqrt(-1.0)", "'a'.nothing()", "math.missing(1)"])
def test_calls_that_raise_give_nothing_known(tmp_path: Path, given: str) -> None:
    assert not report_of(tmp_path, PROGRAM.format(given), select=("TFA402",), pedantic=True).findings
