"""Other values and another signature for arguments, as TensorFlow and NumPy hold them. Runs no traced function."""

from __future__ import annotations

import importlib

import pytest

from tflint_autograph.confirm.edges import EDGES
from tflint_autograph.confirm.probe.calls.varying import edged, reshaped, varied

pytestmark = [pytest.mark.tensorflow, pytest.mark.imports_tensorflow]


def test_other_values_keep_the_signature() -> None:
    tf = importlib.import_module("tensorflow")
    numpy = importlib.import_module("numpy")
    given = (tf.constant([1.0, 2.0]), numpy.ones([2], numpy.float32), {"n": 3, "rate": 0.5}, True, "a", None)
    tensor, array, numbers, *others = varied(given, 1)
    assert (tensor.dtype, tensor.shape, tensor.numpy().tolist()) == (tf.float32, (2,), [2.0, 4.0])
    assert (array.dtype, array.tolist()) == (numpy.float32, [2.0, 2.0])
    assert numbers == {"n": 4, "rate": 1.5}
    assert others == [True, "a", None]


def test_the_first_call_and_whole_numbers_in_tensors_stay() -> None:
    tf = importlib.import_module("tensorflow")
    assert varied((2, 0.5), 0) == (2, 0.5)
    assert varied(tf.constant([1, 2]), 2).numpy().tolist() == [1, 2]


def test_another_signature_is_one_row_longer() -> None:
    tf = importlib.import_module("tensorflow")
    tensor, scalar, number = reshaped((tf.constant([[1.0], [2.0]]), tf.constant(1.0), 3))
    assert (tensor.numpy().tolist(), scalar.shape.rank, number) == ([[1.0], [2.0], [1.0]], 0, 3)


def test_numbers_in_tensors_and_arrays_come_to_the_edges() -> None:
    tf = importlib.import_module("tensorflow")
    numpy = importlib.import_module("numpy")
    given = (tf.constant([1.0, -2.0]), numpy.array([1, 2]), tf.constant(["a"]), tf.constant([True]), 3, {"n": tf.constant(2)})
    expected = (([0.0, 0.0], [0, 0], 0), ([-1.0, -2.0], [1, 2], 2))
    for edge, (floats, whole, single) in zip(EDGES, expected, strict=True):
        changed = edged(given, edge)
        assert [each.tolist() for each in (changed[0].numpy(), changed[1], changed[5]["n"].numpy())] == [floats, whole, single]
        assert [each.dtype for each in (changed[0], changed[1], changed[5]["n"])] == [tf.float32, given[1].dtype, tf.int32]
        assert all(one is other for one, other in zip(changed[2:5], given[2:5], strict=True))
