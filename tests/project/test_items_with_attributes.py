"""Attributes of objects that are items with a constant key of a container: read by traced code, and written by eager code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence
from tflint_autograph.project.bodies.walks import place_path, written_as

PROGRAM = """
import tensorflow as tf


class Dial:
    def __init__(self, gain):
        self.gain = gain
        self.hits = 0


dials = [Dial(1.0), Dial(2.0)]
by_name = {{"left": Dial(1.0), "the right": Dial(2.0)}}


@tf.function
def mix(x):
    {body}
    return x * {read}


for k in range(9):
    {write}
    mix(x=tf.constant(1.0))
"""


@pytest.mark.parametrize(
    ("read", "write", "found"),
    [
        ("dials[0].gain", "dials[0].gain = float(k)", True),
        ("dials[0].gain", "for dial in dials:\n        dial.gain = float(k)", True),
        ('by_name["left"].gain', 'by_name["left"].gain = float(k)', True),
        ("dials[0].gain", "print(dials[0].gain)", False),
        ('by_name["the right"].gain', "print(k)", False),
    ],
)
def test_an_attribute_of_an_item_that_changes(tmp_path: Path, read: str, write: str, found: bool) -> None:
    report = report_of(tmp_path, {"main.py": PROGRAM.format(body="pass", read=read, write=write)}, select=("TFA114",))
    assert report.problems == ()
    assert [each.confidence > Confidence.LOW for each in report.findings] == [True] * found


@pytest.mark.parametrize("thing", ["dials[0]", 'by_name["left"]'])
@pytest.mark.parametrize("change", ["{thing}.hits += 1", "{thing}.hits = {thing}.hits + 1"])
def test_an_attribute_of_an_item_that_the_trace_updates(tmp_path: Path, thing: str, change: str) -> None:
    body = change.format(thing=thing)
    report = report_of(tmp_path, {"main.py": PROGRAM.format(body=f"{body}\n    {body}", read="2.0", write="pass")}, select=("TFA503",))
    assert [each.confidence for each in report.findings] == [Confidence.HIGH] * 2


@pytest.mark.parametrize("path", ["dials", "self.dials", "dials[0].gain", 'board.dials["left"].gain.low', "dials[-1].gain"])
def test_a_place_is_read_back_as_it_is_written(path: str) -> None:
    written = written_as(path)
    assert written is not None
    assert place_path(written) == path
