"""Places of code compared by line and column, so that statements in one line are in order, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.body import At

FIRST, SECOND, AROUND = At(1, 1, 1, 5), At(1, 7, 1, 9), At(1, 1, 2, 3)


def test_code_in_one_line_begins_after_other_code() -> None:
    assert SECOND.begins_after(FIRST)
    assert not FIRST.begins_after(SECOND)
    assert not SECOND.begins_after(AROUND)


def test_code_begins_in_other_code() -> None:
    assert FIRST.begins_in(AROUND)
    assert SECOND.begins_in(AROUND)
    assert not SECOND.begins_in(FIRST)
    assert not At(2, 3, 2, 4).begins_in(AROUND)


OPTIONS = """{before}import functools; import tensorflow as tf; traced = functools.partial(tf.function, jit_compile=True)
def joined(words):
    return tf.strings.join([words, words])
run = traced(joined)
"""


@pytest.mark.parametrize("before", ["", '"""Words."""; ', "1; ", '"""\nWords.\n"""; ', "...; "])
def test_a_text_that_stands_alone_hides_no_code_beside_it(tmp_path: Path, before: str) -> None:
    (found,) = report_of(tmp_path, OPTIONS.format(before=before), select=("TFA307",)).findings
    assert found.message == "`tf.strings.join` cannot be compiled under `jit_compile=True`"


def test_words_in_a_text_alone_trace_nothing(tmp_path: Path) -> None:
    report = report_of(tmp_path, '"""Call\ntf.function(f)\n"""\ndef f(x):\n    print(x)\n', select=("TFA101",))
    assert not report.findings
