"""Arguments of functions that nothing is seen to call: what the body says of whether a caller passes a tensor, a number or a structure."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

TOP = "import math\nimport tensorflow as tf\nraw = tf.function(autograph=False)\n\n"


def sure(tmp_path: Path, text: str, code: str) -> list[Confidence]:
    return [each.confidence for each in report_of(tmp_path, TOP + text, select=(code,), min_confidence=Confidence.LOW).findings]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("float(mass)", Confidence.LOW),
        ("math.sqrt(mass + 1)", Confidence.LOW),
        ("max(squared, 3.0)", Confidence.LOW),
        ("complex(squared)", Confidence.LOW),
        ("float(tf.square(mass))", Confidence.HIGH),
    ],
)
def test_what_takes_numbers_alone_tells_that_a_caller_passes_one(tmp_path: Path, line: str, expected: Confidence) -> None:
    text = f"@raw\ndef f(x, mass):\n    squared = mass ** 2\n    return x * {line}\n"
    assert sure(tmp_path, text, "TFA301") == [expected]


def test_where_all_arguments_are_used_so_they_may_be_tensors(tmp_path: Path) -> None:
    assert sure(tmp_path, "@raw\ndef f(x, mass):\n    return max(x, mass)\n", "TFA301") == [Confidence.MEDIUM]


def test_what_keras_passes_is_a_tensor_whatever_its_use(tmp_path: Path) -> None:
    text = "class Layer(tf.keras.layers.Layer):\n    def call(self, x):\n        return x * float(x)\n"
    assert sure(tmp_path, text, "TFA301") == [Confidence.MEDIUM]


def test_what_code_passes_counts_more_than_the_use(tmp_path: Path) -> None:
    assert sure(tmp_path, "@raw\ndef f(x):\n    return float(x)\n\n\nf(tf.constant(1.0))\n", "TFA301") == [Confidence.HIGH]


@pytest.mark.parametrize("loop", ["for size in sizes:", "for _, size in zip([1, 2], sizes):", "for _, size in enumerate(sizes):", "for _, (_, size) in enumerate(zip([1, 2], sizes)):"])
@pytest.mark.parametrize(("line", "expected"), [("total += float(size)", Confidence.LOW), ("total += size.numpy()", Confidence.MEDIUM)])
def test_the_items_of_a_list_may_be_numbers(tmp_path: Path, loop: str, line: str, expected: Confidence) -> None:
    text = f"@raw\ndef f(sizes):\n    total = 0.0\n    {loop}\n        {line}\n    return total\n"
    found = sure(tmp_path, text, "TFA301") + sure(tmp_path, text, "TFA302")
    assert found == [expected]


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("not tf.is_tensor(x)", Confidence.LOW),
        ("not isinstance(x, tf.Tensor)", Confidence.LOW),
        ("tf.is_tensor(x)", Confidence.HIGH),
        ("not tf.is_tensor(x) or flag", Confidence.HIGH),
    ],
)
def test_a_branch_for_what_is_no_tensor_is_not_traced(tmp_path: Path, test: str, expected: Confidence) -> None:
    text = f"@tf.function\ndef f(x, flag=True):\n    if {test}:\n        x = tf.Variable(x)\n    return x * 2.0\n"
    assert sure(tmp_path, text, "TFA501") == [expected]


@pytest.mark.parametrize(
    ("given", "expected"), [("weights", []), ("tf.square(weights)", [Confidence.HIGH]), ("[weights, weights]", [])]
)
def test_what_is_mapped_as_a_structure_need_not_be_one_tensor(tmp_path: Path, given: str, expected: list[Confidence]) -> None:
    text = f"@raw\ndef f(weights: tf.Tensor):\n    all = tf.nest.map_structure(lambda a: a - 1.0, {given})\n    return [2.0 * each for each in all]\n"
    assert sure(tmp_path, text, "TFA203") == expected


LAYER = "import {keras}\n{other}\n\nclass Layer({keras}.layers.Layer):\n    def call(self, x):\n        return float(x)\n"


@pytest.mark.parametrize(
    ("keras", "other", "is_traced"),
    [
        ("keras", "import os", True),
        ("keras", "import torch", False),
        ("keras", "import jax.numpy as jnp", False),
        ("keras", "import torch\nimport tensorflow as tf", True),
        ("tensorflow.keras", "import torch", True),
    ],
)
def test_keras_itself_runs_with_other_libraries_as_well(tmp_path: Path, keras: str, other: str, is_traced: bool) -> None:
    program = {"layer.py": LAYER.format(keras=keras, other=other)}
    assert bool(report_of(tmp_path, program, select=("TFA301",), min_confidence=Confidence.LOW).findings) is is_traced
