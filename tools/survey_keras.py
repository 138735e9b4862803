"""The Keras half of `survey.py`: public names, kinds of classes, which objects make variables; it writes nothing."""

import inspect
import types

import tensorflow as tf

keras = tf.keras
GROUPS = ("layers", "losses", "metrics", "optimizers", "initializers", "regularizers", "constraints", "callbacks")
REFUSALS = (
    ArithmeticError, AssertionError, AttributeError, ImportError, LookupError, NameError, OSError,
    RuntimeError, StopIteration, SystemError, TypeError, ValueError, tf.errors.OpError,
)  # fmt: skip
"""What functions raise at arguments they do not take: it says nothing but that this call tells nothing."""

# fmt: off
EXAMPLES = {
    "units": 3, "filters": 3, "kernel_size": 2, "rate": 0.2, "input_dim": 5, "output_dim": 4,
    "target_shape": (4,), "n": 2, "dims": (2, 1), "function": abs, "num_heads": 1, "key_dim": 2,
    "activation": "relu", "axes": 1, "stddev": 0.1, "cropping": 1, "factor": 0.2, "height": 4, "width": 4,
    "num_tokens": 5, "num_bins": 3, "bin_boundaries": [0.0, 1.0], "scale": 0.5, "learning_rate": 0.1,
    "groups": 1, "threshold": 0.5, "precision": 0.5, "recall": 0.5, "specificity": 0.5, "sensitivity": 0.5,
    "num_classes": 3, "target_class_ids": [0], "fn": abs, "name": "n", "initial_learning_rate": 0.1,
    "decay_steps": 10, "decay_rate": 0.9, "boundaries": [1], "values": [0.1, 0.01], "first_decay_steps": 10,
    "end_learning_rate": 0.01, "value": 0.5, "max_value": 1.0, "seq_length": 3, "head_dim": 2,
    "num_query_heads": 2, "num_key_value_heads": 1, "min_shift": 0, "max_shift": 1, "size": 2, "pool_size": 2,
    "output_size": 2, "num_channels": 3, "class_id": 0,
}
# fmt: on
CELLED = {"RNN": "SimpleRNNCell", "StackedRNNCells": "SimpleRNNCell"}
SHAPES = ([2, 4], [2, 4, 3], [2, 4, 4, 3], [2, 4, 4, 4, 3], [2])


def preference(name, value, second):
    """Sort key: the spelling the tables keep comes first; `second` holds the names of TensorFlow 2."""
    parts = name.split(".")
    if parts[0] == "keras":
        group = GROUPS.index(parts[1]) if parts[1] in GROUPS and parts[-1] not in ("Input", "Model") else len(GROUPS)
        other = parts[-1] != getattr(value, "__name__", "")
        return ("legacy" in parts or parts[1] == "backend", group, len(parts), other, -len(parts[-1]), name)
    return (name not in second, "experimental" in parts, len(parts), False, len(name), name)


def public_names():
    """Dotted name -> object below `keras`."""
    return dict(walk(keras, "keras", ()))


def walk(module, path, above):
    """Yield (dotted name, object) of the public API, which is a package of re-exporting modules."""
    for name in sorted(dir(module)):
        if name.startswith("_") or name in ("src", "api", "legacy_tf_layers"):
            continue
        value = getattr(module, name, None)
        if not isinstance(value, types.ModuleType):
            yield f"{path}.{name}", value
        elif "keras" in value.__name__ and value not in above and len(above) < 4:
            yield from walk(value, f"{path}.{name}", (*above, value))


def class_kinds():
    """(kind, base classes), the more special first."""
    sequence = getattr(keras.utils, "PyDataset", None) or keras.utils.Sequence
    kinds = [
        ("model", (keras.Model,)),
        ("metric", (keras.metrics.Metric,)),
        ("layer", (keras.layers.Layer,)),
        ("loss", (keras.losses.Loss,)),
        ("schedule", (keras.optimizers.schedules.LearningRateSchedule,)),
        ("optimizer", tuple(optimizers())),
        ("initializer", (keras.initializers.Initializer,)),
        ("regularizer", (keras.regularizers.Regularizer,)),
        ("constraint", (keras.constraints.Constraint,)),
        ("callback", (keras.callbacks.Callback,)),
        ("data", (sequence,)),
    ]
    seeds = getattr(getattr(keras, "random", None), "SeedGenerator", None)
    return [("seed-generator", (seeds,)), *kinds] if seeds else kinds


def optimizers():
    """The base classes of optimizers of this Keras."""
    yield keras.optimizers.Optimizer
    legacy = getattr(keras.optimizers, "legacy", None)
    if legacy is not None and hasattr(legacy, "Optimizer"):
        yield legacy.Optimizer


def stateless(results, public):
    """For each Keras class that could be made: whether making and using one in a traced function makes variables."""
    wanted = ("layer", "loss", "metric", "schedule")
    names = [name for name, (kind, _) in sorted(results.items()) if name.startswith("keras.") and kind in wanted]
    verdicts = {name: makes_state(results[name][0], public[name]) for name in names}
    return {name: verdict for name, verdict in verdicts.items() if verdict is not None}


def makes_state(kind, cls):
    """True, False, or None when it could not be made: variables made in the body raise (FACTS variables)."""
    arguments = example(cls)
    for shape in SHAPES:
        body = tf.function(lambda value: use(kind, cls(**arguments), value), autograph=False)
        try:
            body(tf.zeros(shape))
        except REFUSALS as problem:
            if "singleton tf.Variable" in str(problem) or "tried to create variables" in str(problem):
                return True
            continue
        return False
    return None


def use(kind, instance, value):
    """Do with the instance what makes it build its variables."""
    if kind == "layer":
        merging = type(instance).__name__ in (
            "Add",
            "Average",
            "Concatenate",
            "Dot",
            "Maximum",
            "Minimum",
            "Multiply",
            "Subtract",
        )
        instance([value, value] if merging else value)
    elif kind == "metric":
        instance.update_state(value, value)
    elif kind == "loss":
        instance(value, value)
    elif kind == "schedule":
        instance(tf.cast(tf.size(value), tf.int64))


def example(cls):
    """Arguments that make an instance."""
    if cls.__name__ in CELLED:
        return {"cell" if cls.__name__ == "RNN" else "cells": getattr(keras.layers, CELLED[cls.__name__])(3)}
    if cls.__name__ in ("Bidirectional",):
        return {"layer": keras.layers.LSTM(3)}
    if cls.__name__ in ("TimeDistributed", "Wrapper", "SpectralNormalization"):
        return {"layer": keras.layers.Dense(3)}
    required = [
        p.name
        for p in inspect.signature(cls.__init__).parameters.values()
        if p.default is p.empty and p.kind == p.POSITIONAL_OR_KEYWORD and p.name != "self"
    ]
    return {name: EXAMPLES[name] for name in required if name in EXAMPLES}
