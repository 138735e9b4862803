"""Draws of Python and NumPy are fixed to draws of one distribution, shape and dtype. Compares no stream."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.fixes.applied import applied
from tests.runtime.harness import run

EXACT = {
    "x + np.random.normal()": "x + tf.random.normal([], dtype=x.dtype)",
    "tf.cast(x, tf.float64) * random.uniform(0.5, 1.5)": "tf.cast(x, tf.float64) * tf.random.uniform([], 0.5, 1.5, dtype=tf.float64)",
    "tf.zeros_like(x, tf.float64) + np.random.normal()": "tf.zeros_like(x, tf.float64) + tf.random.normal([], dtype=tf.float64)",
    "x + np.random.rand(2, 3)": "x + tf.cast(tf.random.uniform([2, 3], dtype=tf.float64), x.dtype)",
    "x * random.randint(1, 6)": "x * tf.cast(tf.random.uniform([], 1, 7, dtype=tf.int32), x.dtype)",
    "x * random.randint(0, 3000000000)": "x * tf.cast(tf.random.uniform([], 0, 3000000001, dtype=tf.int64), x.dtype)",
    "x * random.randrange(2**63 - 1)": "x * tf.cast(tf.random.uniform([], 0, 2**63 - 1, dtype=tf.int64), x.dtype)",
    "x * random.randint(1, (2 or 6))": "x * tf.cast(tf.random.uniform([], 1, (2 or 6) + 1, dtype=tf.int32), x.dtype)",
    "tf.gather(x, rng.integers(0, 3, endpoint=True))": "tf.gather(x, tf.random.uniform([], 0, 4, dtype=tf.int64))",
    "tf.constant(np.random.rand(3), tf.float32)": "tf.random.uniform([3])",
    "tf.convert_to_tensor(np.random.rand(3))": "tf.random.uniform([3], dtype=tf.float64)",
    "x + np.random.randn(*x.shape).astype(np.float32)": "x + tf.cast(tf.random.normal(tf.shape(x)), x.dtype)",
    "x + np.random.standard_normal(SHAPE)": "x + tf.cast(tf.random.normal(SHAPE, dtype=tf.float64), x.dtype)",
    "x * 2.0 + np.random.standard_normal(SHAPE)": "x * 2.0 + tf.random.normal(SHAPE, dtype=x.dtype)",
    "tf.ones([3]) * np.random.exponential(1.0 + 1)": "tf.ones([3]) * tf.random.gamma([], 1.0, 1.0 / (1.0 + 1))",
    "x if random.random() < 0.5 else -x": "x if tf.random.uniform([]) < 0.5 else -x",
    "x + tf.cast(np.random.rand(*x.shape) * 3, x.dtype)": "x + tf.cast(tf.random.uniform(tf.shape(x), dtype=tf.float64) * 3, x.dtype)",
    "tf.cast(x, tf.int32) + np.random.rand(3) * 9": "tf.cast(x, tf.int32) + np.random.rand(3) * 9",
    "tf.cast(x, tf.int32) + np.random.randint(0, 9, 3) * 2": "tf.cast(x, tf.int32) + tf.random.uniform([3], 0, 9, dtype=tf.int32) * 2",
    "tf.cast(x, tf.int32) + np.random.randint(0, 9, 3) / 2": "tf.cast(x, tf.int32) + np.random.randint(0, 9, 3) / 2",
    "tf.cast(x, tf.int32) + np.random.rand(3).astype(np.int32)": "tf.cast(x, tf.int32) + np.random.rand(3).astype(np.int32)",
    "x + tf.cast(np.random.randint(1, 5, size=x.shape), x.dtype)": "x + tf.cast(tf.random.uniform(tf.shape(x), 1, 5, dtype=tf.int64), x.dtype)",
    "x + np.random.choice([1.0, 2.0])": "x + np.random.choice([1.0, 2.0])",
    "x[np.random.randint(0, 2):]": "x[tf.random.uniform([], 0, 2, dtype=tf.int32):]",
    "x * [1.0, 2.0][random.randrange(2)]": "x * [1.0, 2.0][random.randrange(2)]",
    "x + np.random.normal(LOW, 1.0)": "x + np.random.normal(LOW, 1.0)",
    "x + np.random.normal(  # why\n    )": "x + np.random.normal(  # why\n    )",
    "x + (np.random\n    .normal(0.0,\n        2.0))": "x + (tf.random.normal([], 0.0, 2.0, dtype=x.dtype))",
}
HEAD = """import random

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
SHAPE = (2, 3)
LOW = np.zeros([3])
"""

SAMPLES = (
    "random.random()", "random.uniform(2.0, 5.0)", "random.gauss(3.0, 2.0)", "random.normalvariate(3.0, 2.0)",
    "random.randint(1, 6)", "random.randrange(1, 6)", "random.randrange(6)", "random.expovariate(2.0)",
    "random.lognormvariate(0.0, 0.5)", "np.random.random()", "np.random.uniform(2.0, 5.0)", "np.random.normal(3.0, 2.0)",
    "np.random.randn()", "np.random.standard_normal()", "np.random.randint(1, 6)", "np.random.randint(6)",
    "np.random.exponential(2.0)", "np.random.gamma(2.0, 3.0)", "np.random.poisson(4.0)", "np.random.lognormal(0.0, 0.5)",
    "rng.integers(1, 6)", "rng.integers(1, 6, endpoint=True)", "rng.random()", "rng.normal(3.0, 2.0)",
)  # fmt: skip
COUNT = 400


def _programs() -> dict[str, str]:
    return {f"exact{number}": _traced(code) for number, code in enumerate(EXACT)}


def _traced(code: str) -> str:
    return f"{HEAD}\n\n@tf.function\ndef draw(x):\n    return {code}\n\n\ndraw(tf.ones([3]))\n"


@pytest.fixture(scope="module")
def fixed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    done = applied(_programs(), tmp_path_factory.mktemp("draws"))
    return {title: each.text for title, each in done.items()}


@pytest.mark.parametrize(("number", "code"), [*enumerate(EXACT)])
def test_a_draw_keeps_its_shape_bounds_and_dtype_or_is_left_alone(number: int, code: str, fixed: Mapping[str, str]) -> None:
    assert fixed[f"exact{number}"] == _traced(EXACT[code])


@pytest.mark.tensorflow
def test_fixed_draws_have_the_distribution_they_had(tmp_path: Path) -> None:
    lines = [HEAD]
    for number, code in enumerate(SAMPLES):
        lines += ["", "", "@tf.function", f"def draw{number}(x):", f"    return x + {code}"]
    lines += ["", "", f"for draw in ({', '.join(f'draw{number}' for number in range(len(SAMPLES)))}):"]
    lines += [f"    drawn = np.array([draw(tf.zeros([], tf.float64)) for _ in range({COUNT})])", "    print(drawn.mean(), drawn.std())"]
    text = "\n".join(lines) + "\n"
    fixed = applied({"samples": text}, tmp_path)["samples"]
    assert len(fixed.fixable) == len(SAMPLES)
    seen = run({"before": (text, ("eager",)), "after": (fixed.text, ("graph",))})
    expected, found = _moments(seen["before"]["eager"].stdout), _moments(seen["after"]["graph"].stdout)
    for code, (mean, spread), (own_mean, own_spread) in zip(SAMPLES, expected, found, strict=True):
        assert own_mean == pytest.approx(mean, abs=0.25 * spread), code
        assert own_spread == pytest.approx(spread, rel=0.25), code


def _moments(text: str) -> list[tuple[float, float]]:
    return [(float(mean), float(spread)) for mean, spread in (line.split() for line in text.splitlines())]
