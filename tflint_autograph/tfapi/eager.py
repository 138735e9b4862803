"""What only works outside of a graph: it needs values, files or a graph of its own (FACTS eager-only-api). Judges no call."""

from __future__ import annotations

CLONES = "keras.models.clone_model"
"""What makes each variable of a model again."""

ARRAYS = "keras.ops.convert_to_numpy"
"""What makes an array of a tensor, or of anything else."""

VALUES = "keras.backend.get_value"
"""What gives the value of a tensor that has one, or of a variable."""

AS_NUMPY = "loop over the dataset itself"
"""What to do instead of asking a dataset for arrays."""

DRAWN = "draw outside the traced function"
"""What to do instead of drawing."""

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
"""Functions, by canonical dotted name, with what to do instead."""

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
"""Methods of Keras models, with what to do instead."""

CHECKPOINT = {
    "save": "save outside the traced function",
    "restore": "restore before the traced function is called",
    "read": "restore before the traced function is called",
    "restore_or_initialize": "restore before the traced function is called",
}
"""Methods of checkpoints, with what to do instead."""

CHECKPOINTS = frozenset({"tensorflow.train.Checkpoint", "tensorflow.train.CheckpointManager"})
DRAWING = ("matplotlib.", "seaborn.", "plotly.")
"""Packages that draw, which needs values."""

PALETTES = frozenset(
    {"matplotlib.cm.get_cmap", "matplotlib.pyplot.get_cmap", "matplotlib.colormaps.get_cmap", "seaborn.color_palette"}
)
"""What they only look up by name, which is the same in each trace."""

ADVICE = tuple(dict.fromkeys((*CALLS.values(), *MODEL.values(), *CHECKPOINT.values(), AS_NUMPY, DRAWN)))
"""All that is to be done instead of something."""
