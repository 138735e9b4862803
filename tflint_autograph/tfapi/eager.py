"""APIs that only work outside of a graph, since they need values, files or a graph of their own (FACTS eager-only-api)."""

from __future__ import annotations

from tflint_autograph.tfapi.names import canonical

CLONES = "keras.models.clone_model"
"""Help for what re-creates each variable of a model."""

ARRAYS = "keras.ops.convert_to_numpy"
"""Help for what converts a tensor, or anything else, to an array."""

VALUES = "keras.backend.get_value"
"""Help for what returns the value of a tensor or a variable."""

AS_NUMPY = "loop over the dataset itself"
"""Help for iterating a dataset as arrays."""

DRAWN = "draw outside the traced function"
"""Help for plotting."""

CALLS = {
    "tensorflow.saved_model.save": "save outside the traced function",
    "keras.models.save_model": "save outside the traced function",
    CLONES: "clone the model before the traced function is called",
    ARRAYS: "use the tensor itself",
    "tensorflow.make_ndarray": "use the tensor itself",
    "tensorflow.make_tensor_proto": "use the tensor itself",
    VALUES: "use the variable itself",
    "tensorflow.test.compute_gradient": "use `tf.GradientTape`",
    "tensorflow_datasets.as_numpy": AS_NUMPY,
}
"""Functions, by canonical dotted name, with the help to show."""

MODEL = {
    "fit": "call it outside the traced function",
    "evaluate": "call it outside the traced function",
    "predict": "call the model itself: `model(x)`",
    "predict_on_batch": "call the model itself: `model(x)`",
    "get_weights": "use `model.weights`",
    "save": "save outside the traced function",
    "export": "save outside the traced function",
    "save_weights": "save outside the traced function",
}
"""Methods of Keras models, with the help to show."""

CHECKPOINT = {
    "save": "save outside the traced function",
    "restore": "restore before the traced function is called",
    "read": "restore before the traced function is called",
    "restore_or_initialize": "restore before the traced function is called",
}
"""Methods of checkpoints, with the help to show."""

CHECKPOINTS = frozenset({"tensorflow.train.Checkpoint", "tensorflow.train.CheckpointManager"})
DRAWING = ("matplotlib.", "seaborn.", "plotly.")
"""Plotting packages, which need values."""

PALETTES = frozenset(
    {"matplotlib.cm.get_cmap", "matplotlib.pyplot.get_cmap", "matplotlib.colormaps.get_cmap", "seaborn.color_palette"}
)
"""Members of these packages that only look something up, which is the same in each trace."""

ADVICE = tuple(dict.fromkeys((*CALLS.values(), *MODEL.values(), *CHECKPOINT.values(), AS_NUMPY, DRAWN)))
"""All help texts."""

VALUE_METHODS = frozenset({"numpy", "item", "tolist", "eval", "to_list"})
"""Methods of tensors that need a value."""


ARRAY_METHODS = frozenset({
    "all", "any", "argmax", "argmin", "argpartition", "argsort", "astype", "choose", "clip", "compress", "conj", "conjugate", "copy", "cumprod",
    "cumsum", "diagonal", "dot", "dump", "dumps", "fill", "flatten", "max", "mean", "min", "nonzero", "partition", "prod", "ptp", "put", "ravel",
    "repeat", "reshape", "resize", "round", "searchsorted", "sort", "squeeze", "std", "sum", "swapaxes", "take", "tobytes", "tofile", "trace",
    "transpose", "var", "view",
})  # fmt: skip
"""Methods of NumPy arrays that tensors do not have (FACTS retracing, "array-method")."""


def fails(name: str) -> bool:
    """Whether the call only works outside of a graph."""
    return name in CALLS or name.startswith(DRAWING)


def method_fails(kind: str, method: str) -> bool:
    """Whether `method` of an object, by its kind, type or creator, only works outside of a graph."""
    if method == "as_numpy_iterator":
        return kind in ("dataset", "unknown")
    return (method in CHECKPOINT and canonical(kind) in CHECKPOINTS) or (kind == "model" and method in MODEL)


def needs_value(kind: str, method: str) -> bool:
    """Whether `method` of an object that may be a tensor, by its kind or type, needs its value, or an array."""
    return (method in VALUE_METHODS and kind in ("tensor", "variable", "ragged", "unknown")) or (method in ARRAY_METHODS and kind == "array")
