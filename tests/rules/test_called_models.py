"""Symbolic tensors of Keras, passed to a traced function by itself, and to a model whose `call` is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

PROGRAM = """
import keras
import tensorflow as tf


class Net({base}):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(2)

    @tf.function
    def {method}(self, x):
        return self.dense(x)


def build():
    inputs = keras.Input((3,))
    net = Net()
    return keras.Model(inputs, {call}(inputs))
"""


@pytest.mark.parametrize(
    ("base", "method", "call", "count"),
    [
        ("keras.Model", "call", "net", 0),
        ("keras.layers.Layer", "call", "net", 0),
        ("tf.Module", "__call__", "net", 1),
        ("keras.Model", "encode", "net.encode", 1),
    ],
)
def test_keras_replaces_its_symbolic_tensors(tmp_path: Path, base: str, method: str, call: str, count: int) -> None:
    program = PROGRAM.format(base=base, method=method, call=call)
    assert len(report_of(tmp_path, program, select=("TFA309",)).findings) == count
