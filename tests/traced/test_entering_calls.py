"""Code of a helper that each traced call passes by, with what it passes itself, is not reported; what one of them reaches is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence
from tflint_autograph.traced.escape.entering_calls import UNREACHED
from tflint_autograph.traced.escape.switched_off import OFF

PROGRAM = """
import tensorflow as tf


class Frame:
    pass


def helper(x, kind, scale=1, thing="none"):
    if {test}:
        print("x", x)
    return x


def through(x, kind, scale):
    return helper(x, kind, scale)


@tf.function
def first(x, given="loud"):
    return {first}


@tf.function
def second(x, given="loud"):
    return {second}
"""
LOUD = 'kind == "loud" and scale > 1'


def is_unreached(root: Path, test: str, first: str, second: str) -> bool:
    """Whether the one finding has low confidence, for this reason alone."""
    (found,) = report_of(root, PROGRAM.format(test=test, first=first, second=second), select=("TFA101",)).findings
    assert (found.confidence is Confidence.LOW) == (found.excuse in (OFF, UNREACHED))
    return found.excuse == UNREACHED


@pytest.mark.parametrize(
    ("test", "first", "second"),
    [
        (LOUD, 'helper(x, "loud")', 'helper(x, "quiet", 2)'),
        (LOUD, 'helper(x, "loud", 1)', 'helper(x, kind="soft", scale=2)'),
        (LOUD, 'through(x, "loud", 1)', 'helper(x, "quiet", 2)'),
        (LOUD, 'helper(x, "quiet", 2)', 'helper(x, "loud", scale=0)'),
        ("isinstance(kind, (tf.Variable, Frame))", "helper(x, 1)", 'helper(x, "soft")'),
        ("kind is not None and scale is not None", "helper(x, None)", "helper(x, 1, None)"),
    ],
)
def test_no_call_reaches_it(tmp_path: Path, test: str, first: str, second: str) -> None:
    assert is_unreached(tmp_path, test, first, second)


@pytest.mark.parametrize(
    ("test", "first", "second"),
    [
        (LOUD, 'helper(x, "loud", 2)', 'helper(x, "quiet", 2)'),
        (LOUD, 'helper(x, "loud", 1)', "helper(x, given, 2)"),
        ('kind == "loud"', "helper(x, given)", 'helper(x, "soft")'),
        ('kind == "loud"', 'helper(x, *["loud"])', 'helper(x, "soft")'),
        ("isinstance(kind, (tf.Variable, Frame))", "helper(x, tf.Variable)", "helper(x, Frame())"),
        ("isinstance(kind, (int, Frame))", "helper(x, 1)", 'helper(x, "soft")'),
    ],
)
def test_some_call_may_reach_it(tmp_path: Path, test: str, first: str, second: str) -> None:
    assert not is_unreached(tmp_path, test, first, second)


IMPLICIT = """
import tensorflow as tf

SEEN = []


class Module:
    def __setattr__(self, name, value):
        if isinstance(value, {kind}):
            SEEN.append(name)
        object.__setattr__(self, name, value)


class Net(Module):
    @tf.function
    def step(self, x):
        self.size = 3
        return x + self.size
"""


def test_what_an_assignment_passes_to_setattr(tmp_path: Path) -> None:
    found = [report_of(tmp_path, IMPLICIT.format(kind=kind), select=("TFA503",)).findings for kind in ("tf.Variable", "int")]
    assert [[each.excuse == UNREACHED for each in findings if "SEEN" in each.message] for findings in found] == [[True], [False]]
