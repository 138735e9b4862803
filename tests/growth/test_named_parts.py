"""A text that functions pass on, as the name of a part of the graph, is followed once through each of them, however often each calls the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.growth.work import calls
from tflint_autograph.model.levels import Confidence

_HEAD = """\
import random

import tensorflow as tf


def f{depth}(x, name):
    return {last}


{functions}
@tf.function
def step(x):
    layer = f"layer_{{random.randint(0, 9)}}"
    f0(x, f"layer_{{random.randint(0, 9)}}")
    return f0(x, layer)


step(tf.ones([2]))
"""


def _program(width: int, last: str) -> str:
    """Functions that each call the next one as many times as `width`; the last one returns this expression."""
    functions = [
        f"def f{each}(x, name):\n" + f"    x = f{each + 1}(x, name)\n" * width + "    return tf.identity(x, name=name)\n\n\n" for each in range(_DEPTH)
    ]
    return _HEAD.format(depth=_DEPTH, last=last, functions="".join(functions))


_DEPTH = 4


@pytest.mark.parametrize(
    ("last", "expected"), [("tf.identity(x, name=name)", Confidence.LOW), ("x + tf.strings.to_number(name)", Confidence.HIGH)]
)
def test_functions_that_call_the_next_one_many_times(tmp_path: Path, last: str, expected: Confidence) -> None:
    (few, _), (many, report) = (calls(tmp_path, _program(width, last)) for width in (2, 6))
    assert not report.problems
    assert many <= 4 * few
    assert report.findings[0].confidence is expected
