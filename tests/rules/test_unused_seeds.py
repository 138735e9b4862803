"""A seed in traced code is information where no code of the project draws from what it seeds."""

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Severity

SEEDED = """
import random

import numpy as np
import tensorflow as tf
{imported}

@tf.function
def step(x):
    {seed}
    return x * 2.0


def read():
    return {drawn}


for value in (1.0, 2.0, 3.0):
    print(step(tf.constant(value)), read())
"""


@pytest.mark.parametrize(
    ("seed", "drawn", "severity"),
    [
        ("np.random.seed(3)", "0", Severity.INFO),
        ("np.random.seed(3)", "np.random.rand()", Severity.WARNING),
        ("np.random.seed(3)", "np.random.random()", Severity.WARNING),
        ("np.random.seed(3)", "random.random()", Severity.INFO),
        ("np.random.seed(3)", "[sample for sample in (1, 2)]", Severity.INFO),
        ("np.random.seed(3)", "normal(0.0, 1.0)", Severity.WARNING),
        ("np.random.seed(3)", "draw()", Severity.WARNING),
        ("np.random.seed(3)", "load().normal(0.0, 1.0)", Severity.WARNING),
        ("random.seed(3)", "np.random.random()", Severity.INFO),
        ("random.seed(3)", "0", Severity.INFO),
        ("random.seed(3)", "random.random()", Severity.WARNING),
        ("random.seed(3)", "random.gauss(0.0, 1.0)", Severity.WARNING),
        ("tf.random.set_seed(3)", "0", Severity.WARNING),
    ],
)
def test_a_seed(tmp_path: Path, seed: str, drawn: str, severity: Severity) -> None:
    imported = {"normal(0.0, 1.0)": "from numpy.random import normal", "draw()": "from numpy.random import rand as draw"}.get(drawn, "")
    found = report_of(tmp_path, SEEDED.format(imported=imported, seed=seed, drawn=drawn), select=("TFA104",)).findings
    assert [each.severity for each in found] == [severity]
