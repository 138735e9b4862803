"""A helper that runs what it is handed runs the function of this call, and not those of its other calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import tensorflow as tf


def twice(run, text):
    run()
    return run()


start = 1.0


@tf.function
def first():
    return tf.constant(start)


twice(first, "first")
start = 2.0


@tf.function
def second():
    return tf.constant(0.0)


twice({handed}, "second")
"""


@pytest.mark.parametrize(
    ("handed", "is_shown"),
    [("second", False), ("lambda: second()", False), ("first", True), ("first if tf.config.list_physical_devices() else second", True)],
)
def test_what_a_later_call_of_the_helper_runs(tmp_path: Path, handed: str, is_shown: bool) -> None:
    found = report_of(tmp_path, PROGRAM.format(handed=handed), select=("TFA113",)).findings
    assert any(each.confidence > Confidence.LOW for each in found) is is_shown


@pytest.mark.parametrize("depth", [1, 3, 6])
def test_a_function_is_traced_however_many_helpers_forward_it(tmp_path: Path, depth: int) -> None:
    helpers = [f"def helper_{number}(fn):\n    return helper_{number - 1}(fn)\n" for number in range(1, depth)]
    source = "\n\n".join(
        [
            "import tensorflow as tf\n",
            "def helper_0(fn):\n    return tf.function(fn)\n",
            *helpers,
            f"def compiled(fn):\n    graph = helper_{depth - 1}(fn)\n\n    def wrapper(*args):\n        return graph(*args)\n\n    return wrapper\n",
            "@compiled\ndef step(x, k):\n    print(x)\n    return x * k\n",
            "def run(x):\n    for number in range(10):\n        step(x, number)\n",
        ]
    )
    assert sorted(each.code for each in report_of(tmp_path, source).findings) == ["TFA101", "TFA402"]
