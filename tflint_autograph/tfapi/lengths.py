"""Functions that need a number for a length, and raise for None."""

from __future__ import annotations

_TAKES = frozenset(
    {f"tensorflow.{name}" for name in (
        "reshape", "zeros", "ones", "fill", "range", "tile", "broadcast_to", "slice", "eye", "one_hot", "pad", "repeat",
        "constant", "convert_to_tensor", "cast", "linspace", "sequence_mask", "roll", "scatter_nd", "stack", "image.resize",
        "split", "math.sqrt", "sqrt", "nn.top_k", "random.normal", "random.uniform", "random.truncated_normal", "random.gamma",
        "random.poisson", "random.categorical", "random.stateless_normal", "random.stateless_uniform",
        "random.stateless_truncated_normal", "random.stateless_categorical")}
    | {f"keras.ops.{name}" for name in (
        "reshape", "zeros", "ones", "full", "arange", "eye", "broadcast_to", "tile", "repeat", "one_hot")}
    | {f"keras.random.{name}" for name in ("normal", "uniform", "truncated_normal")}
    | {f"builtins.{name}" for name in ("range", "int", "float", "abs", "round", "min", "max", "sum")}
    | {f"numpy.{name}" for name in ("zeros", "ones", "full", "arange", "eye", "prod", "linspace", "sqrt")}
    | {f"math.{name}" for name in ("sqrt", "prod", "ceil", "floor", "log")}
)  # fmt: skip


def takes_lengths(name: str) -> bool:
    """Whether a call of the dotted name needs numbers, and raises for None."""
    return name in _TAKES
