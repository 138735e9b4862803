"""Keras classes as bases, and which objects own variables when they are made in traced code."""

from __future__ import annotations

import pytest

from tflint_autograph.tfapi import keras


@pytest.mark.parametrize(
    ("name", "kind", "traced"),
    [
        ("tensorflow.keras.layers.Layer", "layer", "call"),
        ("keras.layers.LSTM", "layer", "call"),
        ("tf_keras.Model", "model", "train_step"),
        ("keras.Sequential", "model", "call"),
        ("keras.metrics.MeanSquaredError", "metric", "update_state"),
        ("keras.losses.Loss", "loss", "call"),
        ("tensorflow_probability.layers.DistributionLambda", "layer", "call"),
        ("tensorflow_recommenders.models.Model", "model", "compute_loss"),
        ("keras.optimizers.schedules.LearningRateSchedule", "schedule", "__call__"),
        ("keras.optimizers.Optimizer", "optimizer", "update_step"),
        ("keras.regularizers.L2", "regularizer", "__call__"),
    ],
)
def test_bases(name: str, kind: str, traced: str) -> None:
    base = keras.base(name)
    assert base is not None
    assert base.kind == kind
    assert traced in base.traced
    assert "__init__" in base.once


@pytest.mark.parametrize("name", ["keras.callbacks.EarlyStopping", "keras.utils.PyDataset", "keras.utils.Sequence"])
def test_callbacks_and_data_run_eagerly(name: str) -> None:
    base = keras.base(name)
    assert base is not None
    assert base.all_eager


def test_a_module_is_not_traced() -> None:
    base = keras.base("tensorflow.Module")
    assert base is not None
    assert not base.traced
    assert not base.all_eager


@pytest.mark.parametrize(
    "name", ["keras.losses.mean_squared_error", "collections.OrderedDict", "tensorflow.reduce_sum"]
)
def test_what_is_no_base(name: str) -> None:
    assert keras.base(name) is None


def test_conversion_by_generation() -> None:
    layer, metric, schedule = (
        keras.base(f"keras.{name}") for name in ("Layer", "Metric", "optimizers.schedules.CosineDecay")
    )
    assert layer is not None
    assert metric is not None
    assert schedule is not None
    assert (layer.converts("call", 2), layer.converts("call", 3)) == (True, False)
    assert (metric.converts_direct("update_state", 3), metric.converts_direct("result", 3)) == (True, False)
    assert (schedule.converts("__call__", 2), schedule.converts_direct("__call__", 3)) == (False, True)
    assert layer.converts_direct("helper", 3)


@pytest.mark.parametrize(
    ("name", "two", "three"),
    [
        ("keras.layers.Dense", True, True),
        ("keras.layers.Conv2D", True, True),
        ("keras.layers.BatchNormalization", True, True),
        ("keras.layers.Dropout", False, True),
        ("keras.layers.GaussianNoise", False, True),
        ("keras.layers.ReLU", False, False),
        ("keras.layers.AveragePooling2D", False, False),
        ("keras.layers.Concatenate", False, False),
        ("keras.losses.MeanSquaredError", False, False),
        ("keras.losses.SparseCategoricalCrossentropy", False, False),
        ("keras.metrics.Mean", True, True),
        ("keras.metrics.F1Score", True, True),
        ("keras.optimizers.Adam", True, True),
        ("keras.optimizers.schedules.ExponentialDecay", False, False),
        ("keras.Sequential", True, True),
        ("keras.applications.ResNet50", True, True),
        ("keras.initializers.Zeros", False, False),
        ("tensorflow.reduce_sum", False, False),
    ],
)
def test_state_of_objects_made_in_the_body(name: str, two: bool, three: bool) -> None:
    assert (keras.makes_state(name, 2), keras.makes_state(name, 3)) == (two, three)


def test_other_calls_that_make_variables() -> None:
    assert keras.makes_variables("tensorflow.compat.v1.get_variable")
    assert keras.makes_variables("tensorflow.random.Generator.from_seed")
    assert keras.makes_variables("tensorflow.lookup.experimental.MutableHashTable")
    assert not keras.makes_variables("tensorflow.lookup.StaticHashTable")
    assert keras.method_makes_variables("add_weight")


@pytest.mark.parametrize(
    ("name", "one"),
    [
        ("keras.layers.Dense", True),
        ("tensorflow.keras.layers.Conv2D", True),
        ("keras.layers.LSTM", False),
        ("keras.layers.MultiHeadAttention", False),
        ("keras.layers.RandomFlip", False),
        ("keras.Sequential", False),
        ("tensorflow_probability.layers.DistributionLambda", False),
    ],
)
def test_layers_that_give_one_tensor(name: str, one: bool) -> None:
    assert keras.gives_one_tensor(name) is one
