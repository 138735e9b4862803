"""What only works outside of a graph: it needs values, files or a graph of its own (FACTS eager-only-api). Judges no call."""

from __future__ import annotations

CLONES = "keras.models.clone_model"
"""What makes each variable of a model anew."""

ARRAYS = "keras.ops.convert_to_numpy"
"""What makes an array of a tensor, or of anything else."""

VALUES = "keras.backend.get_value"
"""What gives the value of a tensor that has one, or of a variable."""

CALLS = {
    "tensorflow.saved_model.save": "save in the code that calls the traced function",
    "keras.models.save_model": "save in the code that calls the traced function",
    CLONES: "clone the model before the traced function is called",
    ARRAYS: "stay in TensorFlow operations",
    "tensorflow.make_ndarray": "stay in TensorFlow operations",
    "tensorflow.make_tensor_proto": "stay in TensorFlow operations",
    VALUES: "use the variable itself",
    "tensorflow.test.compute_gradient": "use `tf.GradientTape`",
    "tensorflow_datasets.as_numpy": "loop over the dataset itself",
}
"""Functions, by canonical dotted name, with what to do instead."""

MODEL = {
    "fit": "call `fit` outside of the traced function",
    "evaluate": "call `evaluate` outside of the traced function",
    "predict": "call the model itself: `model(x)`",
    "predict_on_batch": "call the model itself: `model(x)`",
    "get_weights": "use `model.weights`",
    "save": "save in the code that calls the traced function",
    "export": "save in the code that calls the traced function",
    "save_weights": "save in the code that calls the traced function",
}
"""Methods of Keras models, with what to do instead."""

CHECKPOINT = {
    "save": "save in the code that calls the traced function",
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
