"""Values as plain data."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from tflint_autograph.confirm.compare import brief, same
from tflint_autograph.confirm.probe.state.exceptions import message_of
from tflint_autograph.confirm.probe.state.values import value

pytestmark = [pytest.mark.tensorflow, pytest.mark.imports_tensorflow]


def test_what_is_kept_by_the_class_of_a_tensor_is_the_same_in_both_modes() -> None:
    tf: Any = importlib.import_module("tensorflow")
    kinds: list[type] = []

    def seen(x: object) -> object:
        kinds.append(type(x))
        return x

    seen(tf.constant(1.0))
    tf.function(seen)(tf.constant(1.0))
    eager, graph = ({(int, kind): 1} for kind in kinds)
    assert eager.keys() != graph.keys()
    assert value(eager) == value(graph)
    assert value(eager) != value({(int, float): 1})


def test_a_dataset_is_the_same_in_both_modes() -> None:
    tf: Any = importlib.import_module("tensorflow")
    rows = tf.data.Dataset.range(3)
    assert value(rows) == value(rows.map(lambda row: row + 1)) == value(rows.flat_map(tf.data.Dataset.from_tensors))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (list(range(300)), list(range(301))),
        (list(range(300)), [*range(299), 0]),
        (dict.fromkeys(range(300), 0), dict.fromkeys(range(301), 0)),
        (set(range(300)), set(range(301))),
        ({"log": list(range(250))}, {"log": list(range(450))}),
    ],
)
def test_long_containers_differ_by_their_size_and_at_both_ends(left: Any, right: Any) -> None:
    assert same(value(left), value(left))
    assert not same(value(left), value(right))


def test_a_long_container_is_told_by_its_size() -> None:
    assert brief(value(list(range(300)))) == "a list of 300"


@pytest.mark.parametrize("dtype", ["float32", "int64", "bool", "complex64", "str"])
def test_large_arrays_differ_at_their_end(dtype: str) -> None:
    numpy: Any = importlib.import_module("numpy")
    array = numpy.zeros(5000).astype(dtype)
    changed = array.copy()
    changed[-1] = "7" if dtype == "str" else 1
    assert same(value(array), value(array.copy()))
    assert not same(value(array), value(changed))


def test_what_tensorflow_knows_by_its_identity_is_no_value() -> None:
    identity: Any = importlib.import_module("tensorflow.python.util.object_identity")
    known, more = identity.ObjectIdentityDictionary(), identity.ObjectIdentityDictionary()
    more[value] = 1
    assert same(value(known), value(more))


def test_the_message_of_what_keras_passes_on_is_not_its_list_of_arguments() -> None:
    error = ValueError("Exception encountered when calling Net.call().\n\n\x1b[1mbad shape\x1b[0m\n\nArguments received by Net.call():\n  \u2022 training=None")
    assert message_of(error) == "bad shape"
