"""A traced function that a factory makes calls what the factory was given, in whatever form the call is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import tensorflow as tf


def report(x):
    print("value", x)
    return x


def compiled(first, second):
    @tf.function
    def run(x):
{body}
        return x

    return run


step = compiled(report, tf.identity)
step(tf.constant(1.0))
step(tf.constant(2.0))
"""


@pytest.mark.parametrize(
    "body",
    [
        "        x = first(x)",
        "        x = first (x)",
        "        x = (first)(\n            x\n        )",
        "        for each in [first, second]:\n            x = each(x)",
        "        for each in (second, first):\n            x = each(x)",
        "        for _, each in enumerate([first]):\n            x = each(x)",
        "        x = [each(x) for each in [second, first]][1]",
        "        x = tf.map_fn(first, x[None])",
    ],
)
def test_the_form_of_the_call_does_not_matter(tmp_path: Path, body: str) -> None:
    (found,) = report_of(tmp_path, PROGRAM.format(body=body)).findings
    assert (found.code, found.span.start.line) == ("TFA101", 6)


def test_what_is_not_called_is_not_traced(tmp_path: Path) -> None:
    assert report_of(tmp_path, PROGRAM.format(body="        x = second(x)")).findings == ()
