"""Every import path of a name folds to one spelling, and the Keras behind it is known."""

from __future__ import annotations

import pytest

from tflint_autograph.tfapi.names import canonical, is_keras2, keras_generation

CANONICAL = """
    tensorflow.function                                                 tensorflow.function
    tensorflow.compat.v2.function                                       tensorflow.function
    tensorflow._api.v2.compat.v2.function                               tensorflow.function
    tensorflow.python.eager.def_function.function                       tensorflow.function
    tensorflow.python.eager.polymorphic_function.polymorphic_function.function  tensorflow.function
    tensorflow.math.reduce_sum                                          tensorflow.reduce_sum
    tensorflow.compat.v1.reduce_sum                                     tensorflow.reduce_sum
    tensorflow.python.ops.math_ops.reduce_sum                           tensorflow.reduce_sum
    tensorflow.compat.v1.random.uniform                                 tensorflow.random.uniform
    tensorflow.random_uniform                                           tensorflow.random.uniform
    tensorflow.compat.v1.get_variable                                   tensorflow.get_variable
    tensorflow.python.ops.variables.Variable                            tensorflow.Variable
    tensorflow.python.data.ops.dataset_ops.DatasetV2                    tensorflow.data.Dataset
    tensorflow.python.data.ops.dataset_ops.Dataset.from_tensors         tensorflow.data.Dataset.from_tensors
    tensorflow.compat.v1.layers.dense                                   tensorflow.compat.v1.layers.dense
    tensorflow.layers.dense                                             tensorflow.compat.v1.layers.dense
    tensorflow.compat.v1.losses.mean_squared_error                      tensorflow.compat.v1.losses.mean_squared_error
    tensorflow.losses.MeanSquaredError                                  keras.losses.MeanSquaredError
    tensorflow.gfile.Exists                                             tensorflow.io.gfile.Exists
    tensorflow.keras.layers.Dense                                       keras.layers.Dense
    tensorflow.compat.v1.keras.layers.Dense                             keras.layers.Dense
    tensorflow.python.keras.layers.core.Dense                           keras.layers.Dense
    tf_keras.layers.Dense                                               keras.layers.Dense
    tf_keras.src.layers.core.dense.Dense                                keras.layers.Dense
    keras.src.layers.core.dense.Dense                                   keras.layers.Dense
    keras.api._v2.keras.layers.Dense                                    keras.layers.Dense
    keras.layers.Convolution2D                                          keras.layers.Conv2D
    keras.layers.experimental.preprocessing.RandomFlip                  keras.layers.RandomFlip
    keras.engine.base_layer.Layer                                       keras.layers.Layer
    keras.Layer                                                         keras.layers.Layer
    keras.models.Model                                                  keras.Model
    tensorflow.keras.models.Sequential                                  keras.Sequential
    keras.layers.Input                                                  keras.Input
    keras.optimizers.legacy.Adam                                        keras.optimizers.Adam
    keras.src.optimizers.schedules.learning_rate_schedule.ExponentialDecay  keras.optimizers.schedules.ExponentialDecay
    keras.losses.mse                                                    keras.losses.mean_squared_error
    keras.regularizers.l2                                               keras.regularizers.L2
    keras.ops.numpy.sum                                                 keras.ops.sum
    numpy.random.mtrand.rand                                            numpy.random.rand
    numpy.core.multiarray.array                                         numpy.array
    numpy.linalg.linalg.norm                                            numpy.linalg.norm
    numpy.random.random                                                 numpy.random.random
    numpy                                                               numpy
    tensorflow                                                          tensorflow
    keras                                                               keras
    mypackage.tensorflow.function                                       mypackage.tensorflow.function
    tensorflow_probability.distributions.Normal                         tensorflow_probability.distributions.Normal
"""


@pytest.mark.parametrize(("name", "expected"), [line.split() for line in CANONICAL.strip().splitlines()])
def test_import_paths_fold_to_one_spelling(name: str, expected: str) -> None:
    assert canonical(name) == expected


@pytest.mark.parametrize("name", sorted({line.split()[1] for line in CANONICAL.strip().splitlines()}))
def test_folding_twice_changes_nothing(name: str) -> None:
    assert canonical(canonical(name)) == canonical(name)


@pytest.mark.parametrize(
    ("name", "two"),
    [
        ("tf_keras.layers.Dense", True),
        ("tensorflow.python.keras.layers.Dense", True),
        ("keras.engine.base_layer.Layer", True),
        ("tensorflow.keras.optimizers.legacy.Adam", True),
        ("tensorflow_probability.layers.DenseFlipout", True),
        ("tensorflow_recommenders.Model", True),
        ("tensorflow.keras.layers.Dense", False),
        ("keras.layers.Dense", False),
        ("tensorflow.reduce_sum", False),
    ],
)
def test_paths_that_only_keras_2_has(name: str, two: bool) -> None:
    assert is_keras2(name) is two


def test_plain_keras_changes_its_generation_with_tensorflow() -> None:
    assert keras_generation("tensorflow.keras.layers.Dense", (2, 15)) == 2
    assert keras_generation("tensorflow.keras.layers.Dense", (2, 16)) == 3
    assert keras_generation("tf_keras.layers.Dense", (2, 21)) == 2
