"""How sure it is that an exception that AutoGraph cannot make again leaves the traced function."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.traced.graph.exceptions import HANDLES_GRAPH

PROGRAM = """
import tensorflow as tf

class Missing(Exception):
    def __init__(self, name):
        super().__init__(name)

class MissingPart(Missing):
    pass

def part(x, known):
    if not known:
        raise MissingPart("part")
    return x * 2.0

@tf.function
def total(x, known: bool):
    try:
        return part(x, known)
    except {}:
        return x
"""


@pytest.mark.parametrize("caught", ["MissingPart", "Missing", "(KeyError, Missing)", "Exception", "BaseException as error"])
def test_a_traced_caller_may_catch_it(tmp_path: Path, caught: str) -> None:
    (found,) = report_of(tmp_path, PROGRAM.format(caught), select=("TFA211",)).findings
    assert found.confidence is Confidence.LOW


@pytest.mark.parametrize("caught", ["KeyError", "(KeyError, ValueError)", "tf.errors.OutOfRangeError"])
def test_a_traced_caller_catches_another(tmp_path: Path, caught: str) -> None:
    found = [each for each in report_of(tmp_path, PROGRAM.format(caught), select=("TFA211",)).findings if "MissingPart" in each.message]
    assert [each.confidence for each in found] == [Confidence.MEDIUM]


def test_the_handler_that_raises_does_not_catch_it(tmp_path: Path) -> None:
    again = "Missing as error:\n        raise MissingPart('again') from error\n    except KeyError"
    found = report_of(tmp_path, PROGRAM.format(again), select=("TFA211",)).findings
    assert [(each.confidence, each.span.start.line) for each in found] == [(Confidence.LOW, 13), (Confidence.MEDIUM, 21)]


TRY = """
import tensorflow as tf

@tf.function
def number(text, rows):
    try:
        x = {made}
    except {handlers}
    return x
"""


@pytest.mark.parametrize(
    ("made", "handlers", "found"),
    [
        ("tf.strings.to_number(text)", "tf.errors.InvalidArgumentError:\n        x = 0.0", [Confidence.MEDIUM]),
        ("tf.strings.to_number(text)", "tf.errors.InvalidArgumentError as error:\n        raise ValueError(text) from error", [Confidence.LOW]),
        ("tf.strings.to_number(text)", "tf.errors.OutOfRangeError:\n        raise\n    except tf.errors.OpError:\n        x = 0.0", [Confidence.MEDIUM]),
        ("tf.strings.to_number(text)", "tf.errors.OpError:\n        if rows:\n            raise\n        x = 0.0", [Confidence.MEDIUM]),
        ("next(rows)", "tf.errors.DataLossError:\n        x = tf.constant(0.0)", [Confidence.MEDIUM]),
        ("text.upper", "tf.errors.NotFoundError:\n        x = tf.constant(0.0)", []),
    ],
)
def test_an_error_of_the_graph_is_caught(tmp_path: Path, made: str, handlers: str, found: list[Confidence]) -> None:
    report = report_of(tmp_path, TRY.format(made=made, handlers=handlers), select=("TFA211",))
    assert [each.confidence for each in report.findings] == found


HANDLING = """
import tensorflow as tf

def replaced(x):
    return tf.keras.layers.Conv2D(3, 3, padding="same")(x)

class Padded(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.conv = tf.keras.layers.Conv2D(3, 3)

    def call(self, x):
        try:
            x = self.conv(x)
        except {caught}:
            x = replaced(x)
        {after}
        return x
"""


@pytest.mark.parametrize(
    ("caught", "after", "is_handling"),
    [
        ("tf.errors.InvalidArgumentError", "", True),
        ("(tf.errors.InvalidArgumentError, tf.errors.InternalError) as error", "", True),
        ("(tf.errors.InvalidArgumentError, ValueError)", "", False),
        ("tf.errors.InternalError", "x = replaced(x)", False),
        ("Exception", "", False),
    ],
)
def test_what_handles_an_error_of_the_graph_is_in_no_trace(tmp_path: Path, caught: str, after: str, *, is_handling: bool) -> None:
    (found,) = report_of(tmp_path, HANDLING.format(caught=caught, after=after), select=("TFA502",)).findings
    assert (found.confidence is Confidence.LOW) == (found.excuse == HANDLES_GRAPH)
    assert (found.excuse == HANDLES_GRAPH) is is_handling


@pytest.mark.parametrize(
    ("asking", "is_shown"),
    [
        ("try:\n    total(1.0, False)\nexcept Missing:\n    pass", True),
        ("try:\n    total(1.0, False)\nexcept LookupError:\n    pass", True),
        ("try:\n    total(1.0, False)\nexcept KeyError:\n    pass", False),
        ("try:\n    part(1.0, False)\nexcept LookupError:\n    pass\ntotal(1.0, bool(input()))", False),
        ("def run(x):\n    return total(x, False)", True),
        ("", True),
    ],
)
def test_the_class_matters_to_eager_code_that_asks_for_it(tmp_path: Path, asking: str, is_shown: bool) -> None:
    program = PROGRAM.replace("(Exception)", "(LookupError)").replace("try:\n        return part(x, known)\n    except {}:\n        return x", "return part(x, known)")
    (found,) = report_of(tmp_path, f"{program}\n{asking}\n", select=("TFA211",)).findings
    assert found.confidence is Confidence.MEDIUM
    assert (found.severity is Severity.WARNING) is is_shown
    assert (found.excuse == "") is is_shown


ASKED = """
import contextlib
import pytest
import tensorflow as tf


class Missing(ValueError):
    def __init__(self, name, place):
        super().__init__(name)


@tf.function
def step(x):
    if x.shape.rank != 1:
        raise Missing("x", 1)
    return x


{use}
"""


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("step(tf.ones([2]))", "info"),
        ("with pytest.raises(Missing):\n    step(tf.ones([2]))", "warning"),
        ("with contextlib.suppress(Missing):\n    step(tf.ones([2]))", "warning"),
        ("ERRORS = (Missing, KeyError)\ntry:\n    step(tf.ones([2]))\nexcept ERRORS:\n    pass", "warning"),
    ],
)
def test_eager_code_asks_for_a_class_in_several_ways(tmp_path: Path, use: str, expected: str) -> None:
    found = report_of(tmp_path, ASKED.format(use=use), select=("TFA211",)).findings
    assert [each.severity.value for each in found] == [expected]
