"""What calls, methods and attributes give, and that asking costs no import of TensorFlow or NumPy."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tflint_autograph.tfapi import tables

RESULTS = """
    tensorflow.reduce_sum tensor
    tensorflow.compat.v1.placeholder tensor
    tensorflow.shape tensor
    tensorflow.rank tensor
    tensorflow.io.read_file tensor
    tensorflow.image.random_flip_left_right tensor
    tensorflow.nn.softmax_cross_entropy_with_logits tensor
    tensorflow.experimental.numpy.sum tensor
    tensorflow.raw_ops.Add tensor
    tensorflow.raw_ops.Split tensors
    tensorflow.raw_ops.NoOp none
    tensorflow.split tensors
    tensorflow.unstack tensors
    tensorflow.meshgrid tensors
    tensorflow.nn.moments tensors
    tensorflow.linalg.svd unknown
    tensorflow.cond unknown
    tensorflow.map_fn unknown
    tensorflow.Variable variable
    tensorflow.compat.v1.get_variable variable
    tensorflow.TensorArray tensorarray
    tensorflow.data.Dataset.range dataset
    tensorflow.data.TFRecordDataset dataset
    tensorflow.data.Dataset.from_tensor_slices dataset
    tensorflow.ragged.constant ragged
    tensorflow.RaggedTensor.from_row_splits ragged
    tensorflow.sparse.from_dense sparse
    tensorflow.executing_eagerly python
    tensorflow.is_tensor python
    tensorflow.get_static_value python
    tensorflow.print none
    tensorflow.debugging.assert_positive none
    tensorflow.function function
    tensorflow.GradientTape tape
    tensorflow.random.Generator.from_seed generator
    tensorflow.lookup.StaticHashTable table
    tensorflow.summary.create_file_writer summary-writer
    tensorflow.distribute.MirroredStrategy strategy
    tensorflow.keras.layers.Dense layer
    tf_keras.Sequential model
    keras.applications.ResNet50 model
    keras.metrics.Mean metric
    keras.losses.Huber loss
    keras.losses.mse tensor
    keras.optimizers.Adam optimizer
    keras.optimizers.schedules.CosineDecay schedule
    keras.initializers.GlorotUniform initializer
    keras.ops.sum tensor
    keras.backend.mean tensor
    keras.backend.int_shape python
    keras.random.SeedGenerator seed-generator
    numpy.zeros numpy
    numpy.ndim python
    numpy.random.default_rng numpy-generator
    mypackage.zeros unknown
"""


@pytest.mark.parametrize(("name", "expected"), [line.split() for line in RESULTS.strip().splitlines()])
def test_results(name: str, expected: str) -> None:
    assert tables.result(name) == expected


@pytest.mark.parametrize(
    ("kind", "method", "expected"),
    [
        ("tensor", "get_shape", "python"),
        ("tensor", "numpy", "numpy"),
        ("tensor", "__add__", "tensor"),
        ("variable", "assign_add", "variable"),
        ("variable", "read_value", "tensor"),
        ("tensorarray", "write", "tensorarray"),
        ("tensorarray", "stack", "tensor"),
        ("dataset", "map", "dataset"),
        ("dataset", "cardinality", "tensor"),
        ("dataset", "as_numpy_iterator", "numpy-iterator"),
        ("layer", "__call__", "tensor"),
        ("metric", "result", "tensor"),
        ("metric", "update_state", "none"),
        ("generator", "normal", "tensor"),
        ("table", "lookup", "tensor"),
        ("tensor", "no_such_method", "unknown"),
        ("no-such-kind", "map", "unknown"),
    ],
)
def test_methods(kind: str, method: str, expected: str) -> None:
    assert tables.method_result(kind, method) == expected


def test_attributes_are_apart_from_methods() -> None:
    assert tables.attribute_result("tensor", "shape") == "python"
    assert tables.method_result("tensor", "shape") == "unknown"
    assert tables.attribute_result("tensor", "numpy") == "unknown"
    assert tables.attribute_result("ragged", "row_splits") == "tensor"


def test_results_that_take_the_structure_of_an_argument() -> None:
    assert tables.method_shaped_like("tape", "gradient") == 1
    assert tables.method_shaped_like("tape", "watch") is None


def test_versions() -> None:
    assert tables.versions("tensorflow.reduce_sum") == (None, None)
    assert tables.versions("keras.ops.sum") == ((2, 16), None)
    assert tables.versions("tensorflow.keras.utils.Sequence")[1] is None
    assert tables.versions("keras.layers.LocallyConnected1D") == (None, (2, 15))


def test_asking_imports_neither_tensorflow_nor_numpy() -> None:
    code = """
import sys
from tflint_autograph.tfapi import arrays, effects, keras, tables, tracing
tables.result("tensorflow.split"); keras.base("keras.Model"); tracing.tracing_call("tensorflow.cond")
effects.draws("random.random"); arrays.result("numpy.zeros")
print([name for name in ("tensorflow", "keras", "numpy", "libcst") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
