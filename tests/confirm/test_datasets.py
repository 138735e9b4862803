"""Datasets that call the user's functions as Python give the elements that TensorFlow's own do."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.runtime.harness import Run, run

pytestmark = pytest.mark.tensorflow

HEAD = """
from collections import namedtuple

import tensorflow as tf

Pair = namedtuple("Pair", ["left", "right"])


def show(dataset):
    print(tf.nest.map_structure(lambda each: each.to_list() if hasattr(each, "to_list") else each.numpy().tolist(), list(dataset)))
"""
FUNCTIONS = {
    "tensor": "x + 1",
    "sizes": "tf.range(x)",
    "list": "[x, x]",
    "nested": '(x, {"a": [x], "b": 1.0})',
    "named": "Pair(x, x * 2)",
    "ragged": "tf.RaggedTensor.from_row_lengths(tf.range(x), [x])",
}
EAGERLY = """
from tflint_autograph.confirm.probe.replaying.datasets import call_eagerly

call_eagerly(lambda function: True)
"""
PROGRAMS = {
    "empty": """
empty = tf.data.Dataset.range(0).map(lambda x: (x, tf.cast(x, tf.float32)))
print(list(empty), empty.element_spec[1].dtype)
""",
    "noted": """
def noted(x):
    print("noted", int(x) if tf.executing_eagerly() else x)
    return x

mapped = tf.data.Dataset.range(3).map(noted)
show(mapped.filter(lambda x: bool(x % 2 == 0) if tf.executing_eagerly() else x % 2 == 0))
""",
}


@pytest.fixture(scope="module")
def seen() -> Mapping[str, Run]:
    """Each program with the datasets of TensorFlow, and, with `eagerly` behind its name, with those that call Python."""
    mapped = {name: f"show(tf.data.Dataset.range(1, 4).map(lambda x: {body}))\n" for name, body in FUNCTIONS.items()}
    traced = {name: (HEAD + text, ("graph",)) for name, text in (mapped | PROGRAMS).items()}
    eagerly = {f"{name} eagerly": (text.replace(HEAD, HEAD + EAGERLY), modes) for name, (text, modes) in traced.items()}
    return {name: modes["graph"] for name, modes in run(traced | eagerly).items()}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_elements_are_the_same(name: str, seen: Mapping[str, Run]) -> None:
    assert seen[name].stdout.startswith("[")
    assert seen[f"{name} eagerly"].stdout == seen[name].stdout


def test_a_dataset_without_elements_has_none(seen: Mapping[str, Run]) -> None:
    assert seen["empty"].stdout == seen["empty eagerly"].stdout == "[] <dtype: 'float32'>\n"


def test_a_function_is_called_once_an_element(seen: Mapping[str, Run]) -> None:
    assert seen["noted eagerly"].stdout == "noted 0\nnoted 1\nnoted 2\n[0, 2]\n"
    assert seen["noted"].stdout.count("noted") == 1
