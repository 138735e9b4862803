"""Filters the calls in eager code that any analysis needs, to save memory.

Eager code of a project calls `len` and `np.array` tens of thousands of times, and the data of such calls is never used.
"""

from __future__ import annotations

from functools import cache

from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.tfapi.keras import RUNS, makes_variables, metric_methods_of_2, variable_methods
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.tracing import tracing_call, tracing_methods

STEPS = frozenset({"train_step", "test_step", "predict_step"})
"""The steps that Keras traces when it runs a model, and that a custom training loop may call instead."""

SWITCHES = frozenset({"tensorflow.config.run_functions_eagerly", "tensorflow.config.experimental_run_functions_eagerly"})
"""The functions that turn tracing off."""

VERSION_1 = frozenset({"tensorflow.disable_eager_execution", "tensorflow.disable_v2_behavior"})
"""The functions that turn eager execution off, for the whole program."""

MODEL_FUNCTIONS = frozenset({"tensorflow.estimator.EstimatorSpec", "tensorflow.estimator.tpu.TPUEstimatorSpec"})
"""The classes of what a model function returns. An Estimator runs it once, to build a graph of version 1."""

TAPE = "tensorflow.GradientTape"
"""The class that a custom training loop opens."""

APPLIES = "apply_gradients"
"""The method with which a custom training loop updates the weights."""

BATCHES = frozenset({"batch", "padded_batch"})
"""The methods of a dataset that create batches."""

SHAPES = frozenset({"batch_shape", "batch_input_shape"})
"""The arguments that fix the batch size of a layer."""

INPUT_SHAPE = "input_shape"
"""The argument that declares the input of the first layer of a model."""


def is_relevant_call(site: CallSite, extra: frozenset[str]) -> bool:
    """Whether a call may run project code, trace, or create state. `extra` are further names that trace."""
    func, receiver = site.func, site.receiver
    if func.callees or func.cls is not None or func.possible_classes or func.type == "function" or func.name in extra:
        return True
    if receiver is not None and (receiver.cls is not None or site.method in _methods()):
        return True
    if func.klass is not None or any(value.callees or name == INPUT_SHAPE or name in SHAPES for name, value in site.args):
        return True
    return bool(func.name) and _is_told_of(func.name)


@cache
def _is_told_of(name: str) -> bool:
    name = canonical(name)
    return name.startswith("keras.") or name in SWITCHES | VERSION_1 | MODEL_FUNCTIONS or name == TAPE or tracing_call(name) is not None or makes_variables(name)


@cache
def _methods() -> frozenset[str]:
    """Returns the methods that are relevant whatever they are called on, such as `build`."""
    return frozenset({*RUNS, *BATCHES, APPLIES, "compile", "build", *metric_methods_of_2(), *tracing_methods(), *variable_methods()})
