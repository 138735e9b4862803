"""Which calls trace what is handed to them, where it stands, and whether AutoGraph converts it."""

from __future__ import annotations

import pytest

from tflint_autograph.tfapi.load import table
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.tracing import ArgumentPlace, When, lifts, tracing_call, tracing_method


@pytest.mark.parametrize(
    ("name", "root", "when", "converts"),
    [
        ("tensorflow.compat.v2.function", "tf.function", When.ALWAYS, True),
        ("tensorflow.python.eager.def_function.function", "tf.function", When.ALWAYS, True),
        ("tensorflow.while_loop", "tf.while_loop", When.INSIDE, False),
        ("tensorflow.map_fn", "tf.map_fn", When.INSIDE, True),
        ("tensorflow.vectorized_map", "tf.vectorized_map", When.INSIDE, False),
        ("tensorflow.py_function", "tf.py_function", When.NEVER, False),
        ("tensorflow.compat.v1.py_func", "tf.py_func", When.NEVER, False),
        ("tf_keras.layers.Lambda", "keras.layers.Lambda", When.ALWAYS, False),
        ("tensorflow_probability.layers.DenseFlipout", "tensorflow_probability.layers.DenseFlipout", When.ALWAYS, False),
    ],
)
def test_calls(name: str, root: str, when: When, converts: bool) -> None:
    row = tracing_call(name)
    assert row is not None
    assert (row.root, row.when, row.converts) == (root, when, converts)


def test_a_call_that_traces_nothing_has_no_row() -> None:
    assert tracing_call("tensorflow.reduce_sum") is None
    assert tracing_method("dataset", "batch") is None
    assert tracing_method("list", "map") is None


def test_places_name_position_keyword_and_parameters() -> None:
    row = tracing_call("tensorflow.while_loop")
    assert row is not None
    assert row.places == (ArgumentPlace(0, "cond", "tensors", False), ArgumentPlace(1, "body", "tensors", False))
    case = tracing_call("tensorflow.case")
    assert case is not None
    assert case.places[0].each


def test_dataset_callbacks_are_always_traced_and_converted() -> None:
    for method in ("map", "filter", "flat_map", "interleave", "reduce", "scan", "take_while", "group_by_window"):
        row = tracing_method("dataset", method)
        assert row is not None
        assert (row.root, row.when, row.converts) == (f"Dataset.{method}", When.ALWAYS, True)


def test_a_generator_source_escapes() -> None:
    row = tracing_method("dataset", "from_generator")
    assert row is not None
    assert row.when is When.NEVER


def test_losses_given_to_compile_are_converted_by_keras_2_only() -> None:
    row = tracing_method("model", "compile")
    assert row is not None
    assert (row.converts, row.converts_keras2) == (False, True)
    assert [place.keyword for place in row.places] == ["loss", "metrics", "metrics", "weighted_metrics"]
    assert all(place.each for place in row.places)


def test_init_scope_lifts() -> None:
    assert lifts("tensorflow.compat.v1.init_scope")
    assert not lifts("tensorflow.name_scope")


@pytest.mark.parametrize("name", sorted(table("tracing")["calls"]))
def test_every_row_stands_under_its_canonical_name_and_parses(name: str) -> None:
    assert canonical(name) == name
    assert tracing_call(name) is not None


@pytest.mark.parametrize("kind", sorted(table("tracing")["methods"]))
def test_every_method_row_parses(kind: str) -> None:
    assert all(tracing_method(kind, method) for method in table("tracing")["methods"][kind])
