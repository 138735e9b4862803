"""The constructor of an object that traced code creates runs on every call, and for the graph at trace time alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import numpy as np
import tensorflow as tf

SEEN = np.zeros(2)
LOG = []


class Box:
    def __init__(self, x):
        self.items = [x]
        self.items.append(x)
        {effect}


@tf.function
def step(x):
    return {made}.items[0]


box = Box(0.0)
for _ in range(3):
    step(tf.constant(1.0))
"""


@pytest.mark.parametrize(
    ("effect", "code"),
    [
        ('open("log.txt", "a").write("x")', "TFA103"),
        ("LOG.append(1.0)", "TFA503"),
        ("view = SEEN[:1]; view += 1.0", "TFA503"),
        ("self.items.append(2.0)", ""),
        ("pass", ""),
    ],
)
def test_what_a_constructor_does_beside_its_object(tmp_path: Path, effect: str, code: str) -> None:
    found = report_of(tmp_path, PROGRAM.format(effect=effect, made="Box(x)")).findings
    assert [each.code for each in found] == ([code] if code else [])


def test_an_object_made_once_is_set_up_once(tmp_path: Path) -> None:
    assert report_of(tmp_path, PROGRAM.format(effect="LOG.append(1.0)", made="box")).findings == ()
