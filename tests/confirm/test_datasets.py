"""Datasets that call the user's functions as Python give the elements that TensorFlow's own do."""

from __future__ import annotations

import importlib
from collections import namedtuple
from collections.abc import Callable
from typing import Any

import pytest

from tflint_autograph.confirm.probe.replaying.datasets import call_eagerly

pytestmark = pytest.mark.tensorflow

tf: Any = importlib.import_module("tensorflow")
Pair = namedtuple("Pair", ["left", "right"])


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """The real `map`, while that of datasets calls every function as Python."""
    real = tf.data.Dataset.map
    functions: Any = importlib.import_module("tensorflow.python.ops.script_ops")._py_funcs
    monkeypatch.setattr(tf.data.Dataset, "map", real)
    monkeypatch.setattr(tf.data.Dataset, "filter", tf.data.Dataset.filter)
    monkeypatch.setattr(functions, "_funcs", functions._funcs)
    call_eagerly(lambda function: True)
    return real  # type: ignore[no-any-return]


def shown(dataset: Any) -> str:
    return repr(tf.nest.map_structure(lambda each: each.to_list() if hasattr(each, "to_list") else each.numpy().tolist(), list(dataset)))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x + 1,
        lambda x: tf.range(x),
        lambda x: [x, x],
        lambda x: (x, {"a": [x], "b": 1.0}),
        lambda x: Pair(x, x * 2),
        lambda x: tf.RaggedTensor.from_row_lengths(tf.range(x), [x]),
    ],
    ids=["tensor", "sizes", "list", "nested", "named", "ragged"],
)
def test_the_elements_are_the_same(function: Callable[[Any], Any], plain: Callable[..., Any]) -> None:
    numbers = tf.data.Dataset.range(1, 4)
    assert shown(numbers.map(function)) == shown(plain(numbers, function))


def test_a_dataset_without_elements_has_none(plain: Callable[..., Any]) -> None:
    empty = tf.data.Dataset.range(0).map(lambda x: (x, tf.cast(x, tf.float32)))
    assert list(empty) == []
    assert empty.element_spec[1].dtype == tf.float32


def test_a_function_is_called_once_an_element(plain: Callable[..., Any]) -> None:
    seen: list[int] = []

    def noted(x: Any) -> Any:
        seen.append(int(x))
        return x

    mapped = tf.data.Dataset.range(3).map(noted)
    assert shown(mapped.filter(lambda x: bool(x % 2 == 0))) == "[0, 2]"
    assert seen == [0, 1, 2]
