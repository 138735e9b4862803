"""A unique name is drawn once per trace, as it has to be: beside a text that the graph gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

PROGRAM = """
import random
import tensorflow as tf

def named(x, text):
    return tf.identity(x, name=text)

def shown(x, name):
    tf.print(name)
    return tf.identity(x, name=name)

def named_by_another(x, text):
    return named(x, text)

def shown_by_another(x, text):
    return shown(x, text)

@tf.function
def f(x):
    {draw}
    return x
"""


@pytest.mark.parametrize(
    ("draw", "confidence"),
    [
        ("name = 'grad' + str(random.randint(0, 9))", Confidence.LOW),
        ("name = f'grad{random.random()}'", Confidence.LOW),
        ("tf.print(f'draw {random.random()}')", Confidence.HIGH),
        ("x += random.random()", Confidence.HIGH),
        ("x = named(x, f'grad{random.random()}')", Confidence.LOW),
        ("x = named_by_another(x, f'grad{random.random()}')", Confidence.LOW),
        ("x = shown_by_another(x, f'grad{random.random()}')", Confidence.HIGH),
        ("parts = [f'draw {random.random()}', 'end']; tf.print(parts)", Confidence.HIGH),
        ("x = named(text=f'grad{random.random()}', x=x)", Confidence.LOW),
        ("x = shown(x, name=f'grad{random.random()}')", Confidence.HIGH),
    ],
)
def test_a_draw_that_makes_a_name_is_doubted(tmp_path: Path, draw: str, confidence: Confidence) -> None:
    found = report_of(tmp_path, PROGRAM.format(draw=draw), select=("TFA110",)).findings
    assert [each.confidence for each in found] == [confidence]
