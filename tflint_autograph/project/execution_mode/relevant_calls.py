"""Which calls in eager code somebody asks about. Asks nothing about them itself.

A project's eager code calls `len` and `np.array` tens of thousands of times; what is kept of such a call is never used.
"""

from __future__ import annotations

from functools import cache

from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.tfapi.keras import makes_variables, variable_methods
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.tracing import tracing_call, tracing_methods

RUNS = frozenset({"fit", "evaluate", "predict", "train_on_batch", "test_on_batch", "predict_on_batch"})
"""The methods with which Keras runs a model."""

STEPS = frozenset({"train_step", "test_step", "predict_step"})
"""What Keras traces when it runs a model, and what a loop of one's own may call instead."""

SWITCHES = frozenset({"tensorflow.config.run_functions_eagerly", "tensorflow.config.experimental_run_functions_eagerly"})
"""The functions that turn tracing off."""

VERSION_1 = frozenset({"tensorflow.disable_eager_execution", "tensorflow.disable_v2_behavior"})
"""The functions that turn eager execution off, for the whole program."""

TAPE = "tensorflow.GradientTape"
"""What a training loop of one's own opens."""

APPLIES = "apply_gradients"
"""The method with which a training loop of one's own changes the weights."""

BATCHES = frozenset({"batch", "padded_batch"})
"""The methods of a dataset that make batches."""

SHAPES = frozenset({"batch_shape", "batch_input_shape"})
"""The arguments that give a layer the size of its batches."""

INPUT_SHAPE = "input_shape"
"""The argument that says what the first layer of a model is given."""


def is_relevant_call(site: CallSite, extra: frozenset[str]) -> bool:
    """Whether a call may run something of the project, trace, or make state; `extra` are names that trace, too."""
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
    return name.startswith("keras.") or name in SWITCHES | VERSION_1 or name == TAPE or tracing_call(name) is not None or makes_variables(name)


@cache
def _methods() -> frozenset[str]:
    """Methods that say something about whatever they are called on, `build` of how a model is made."""
    return frozenset({*RUNS, *BATCHES, APPLIES, "compile", "build", *tracing_methods(), *variable_methods()})
