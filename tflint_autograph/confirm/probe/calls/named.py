"""Candidate arguments by parameter name, for parameters without annotation."""

from __future__ import annotations

CALLABLE = "lambda *args, **options: args[0] if args else tf.constant(1.0)"
"""Code for an object that can be called with anything, and returns a tensor for a tensor."""

MODELS = ("model", "network", "layer", "module", "encoder", "decoder")
"""Suffixes of names that stand for a model."""

_ENDS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("initializer", "init"), ("tf.keras.initializers.Ones()", "tf.ones")),
    (("regularizer",), ("tf.keras.regularizers.L2(0.1)",)),
    (("optimizer", "opt"), ("tf.keras.optimizers.SGD()",)),
    (("activation",), ("tf.nn.relu", "'relu'")),
    (MODELS, ("tf.keras.layers.Dense(3)",)),
    (("loss_fn", "loss_function", "criterion"), ("tf.keras.losses.MeanSquaredError()",)),
    (("metric",), ("tf.keras.metrics.Mean()",)),
    (("dtype",), ("tf.float32", "tf.int32")),
    (("shape",), ("[2, 3]", "[3]", "3")),
    (("axis",), ("-1", "0")),
    (("seed",), ("1", "[1, 2]")),
    (("units", "filters", "channels", "features", "classes", "_size", "_dim", "_dims", "depth", "rank"), ("3", "2", "4")),
    (("variable", "variables", "var"), ("tf.Variable([1.0, -2.0])", "[tf.Variable([1.0, -2.0])]")),
    (("indices", "ids", "index"), ("tf.constant([1, 0])", "tf.constant([[0, 1], [1, 0]])", "tf.constant(1)")),
    (("_fn", "_func", "_function", "callback", "getter", "creator"), (CALLABLE,)),
)
_STARTS = (("num_", ("3", "2", "1")), ("n_", ("3", "2", "1")))


def texts(name: str) -> tuple[str, ...]:
    """Returns candidates, as code, for a parameter with this lower-case name, most likely first; empty if the name says nothing."""
    for ends, found in _ENDS:
        if name.endswith(ends):
            return found
    return next((found for start, found in _STARTS if name.startswith(start)), ())
