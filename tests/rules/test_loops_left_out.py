"""Loops that TFA401 leaves out or takes for information: each kind beside the one that counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Severity

TRAINED = """
import tensorflow as tf

class Graph:
    def __init__(self, nodes):
        self.nodes = nodes

@tf.function
def attribute(x):
    parts = {parts}
    found = []
    for part in parts:
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = tf.reduce_sum(x * {nodes})
        found.append(tape.gradient(loss, x))
    return found
"""


@pytest.mark.parametrize(
    ("parts", "nodes", "found"),
    [
        ("[Graph(x), Graph(x + 1.0)]", "part.nodes", 0),
        ("[x, x + 1.0]", "part", 1),
        ("range(5)", "float(part)", 1),
        ("[Graph(x), x]", "getattr(part, 'nodes', part)", 1),
    ],
)
def test_no_graph_loop_goes_over_objects(tmp_path: Path, parts: str, nodes: str, found: int) -> None:
    assert len(report_of(tmp_path, TRAINED.format(parts=parts, nodes=nodes), select=("TFA401",)).findings) == found


CALLING = """
import numpy as np
import tensorflow as tf
from nets import NETS, PARTS

TESTS = [tf.constant(True)] * 40
CHOICES = [(tf.constant(True), lambda: tf.zeros([3])), (tf.constant(False), lambda: tf.ones([3]))] * 20

def chosen(number, factor=1.0):
    return CHOICES[number][1], factor

def scaled(number):
    return tf.cast(number, tf.float32) * 2.0

@tf.function
def boxes(x):
    found = []
    for index in range(40):
        found.append({body})
    return tf.stack(found)
"""


@pytest.mark.parametrize(
    ("body", "severity"),
    [
        ("tf.numpy_function(np.sort, [x[index]], tf.float32)", Severity.INFO),
        ("tf.py_function(lambda row: row * 2.0, [x[index]], tf.float32)", Severity.INFO),
        ("tf.sort(x[index])", Severity.WARNING),
        ("tf.sort(NETS[index - 1](x))", Severity.INFO),
        ("tf.reduce_sum(NETS[index].kernel)", Severity.INFO),
        ("tf.sort(NETS[3](x[index]))", Severity.WARNING),
        ("tf.sort(PARTS[f'part_{index}'])", Severity.INFO),
        ("tf.sort(PARTS['part_{}'.format(index)])", Severity.INFO),
        ("tf.sort(x, name=f'part_{index}')", Severity.WARNING),
        ("tf.zeros(x[index].shape)", Severity.WARNING),
        ("tf.cond(CHOICES[index][0], CHOICES[index][1], lambda: x)", Severity.INFO),
        ("tf.cond(CHOICES[index][0], CHOICES[3][1], lambda: x)", Severity.INFO),
        ("tf.cond(TESTS[index], CHOICES[3][1], lambda: x)", Severity.WARNING),
        ("tf.cond(x[0] > 0.0, chosen(index)[0], lambda: x)", Severity.INFO),
        ("tf.cond(x[0] > 0.0, chosen(3, x[index])[0], lambda: x)", Severity.WARNING),
        ("scaled(index) + x", Severity.WARNING),
    ],
)
def test_an_iteration_that_calls_python_or_picks_objects_is_no_graph_loop(tmp_path: Path, body: str, severity: Severity) -> None:
    assert [each.severity for each in report_of(tmp_path, CALLING.format(body=body), select=("TFA401",)).findings] == [severity]
