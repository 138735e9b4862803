"""What a model runs for its layers: regularizers and constraints read attributes once, as the methods of layers do."""

from pathlib import Path

import pytest

from tests.programs import report_of

TRAINED = """
import keras
import numpy as np


class Mine(keras.{base}):
    rate = 1.0

    def {method}(self, w):
        return type(self).rate * w


model = keras.Sequential([{layer}, keras.layers.Dense(1)])
model.compile("sgd", "mse")
for _ in range(3):
    {change}
    model.fit(np.ones([8, 2]), np.ones([8, 1]))
"""

KINDS = [
    ("regularizers.Regularizer", "__call__", "keras.layers.Dense(1, kernel_regularizer=Mine())"),
    ("constraints.Constraint", "__call__", "keras.layers.Dense(1, kernel_constraint=Mine())"),
    ("layers.Layer", "call", "Mine()"),
]


@pytest.mark.parametrize(("base", "method", "layer"), KINDS)
@pytest.mark.parametrize(("change", "lines"), [("Mine.rate += 1.0", [10]), ("Mine.other = 2.0", [])])
def test_an_attribute_that_changes_between_runs(tmp_path: Path, base: str, method: str, layer: str, change: str, lines: list[int]) -> None:
    found = report_of(tmp_path, TRAINED.format(base=base, method=method, layer=layer, change=change), select=("TFA114",)).findings
    assert [each.span.start.line for each in found] == lines
