"""Sets of TensorFlow functions, by the last part of their names, whose results have a dtype or shape that follows from their arguments.

Each word was checked by calls of all functions of `tf`, `tf.math`, `tf.nn` and `tf.linalg` that have it, with int32, float32, float64 and
bool tensors (TensorFlow 2.21).
"""

from __future__ import annotations

from tflint_autograph.model.dtypes import FLOATS, GENERIC, INTEGERS

_ELEMENTWISE_FLOATING = frozenset(
    {"acos", "acosh", "asin", "asinh", "atan", "atanh", "ceil", "cos", "cosh", "digamma", "divide_no_nan", "elu", "erf", "erfc", "erfinv",
     "exp", "expm1", "floor", "gelu", "lgamma", "log", "log1p", "log_sigmoid", "log_softmax", "reciprocal", "rint", "rsqrt", "selu",
     "sigmoid", "silu", "sin", "sinh", "softmax", "softplus", "softsign", "sqrt", "swish", "tan", "tanh"}
)  # fmt: skip

FLOATING = _ELEMENTWISE_FLOATING | {
    "atan2", "cholesky", "clip_by_norm", "det", "expm", "l2_loss", "l2_normalize", "logdet", "lstsq", "multiply_no_nan", "norm", "pinv",
    "reduce_logsumexp", "reduce_std", "reduce_variance", "sigmoid_cross_entropy_with_logits", "softmax_cross_entropy_with_logits",
    "sparse_softmax_cross_entropy_with_logits", "sqrtm", "triangular_solve", "xdivy", "xlog1py", "xlogy",
}  # fmt: skip
"""Functions that take floats and return the dtype of their first argument."""

BINARY = frozenset({"add", "floordiv", "floormod", "maximum", "minimum", "mod", "multiply", "pow", "squared_difference", "subtract"})
"""Functions that combine the dtypes and the shapes of their first two arguments as an operator does."""

ELEMENTWISE = frozenset({"abs", "clip_by_value", "cumprod", "cumsum", "identity", "negative", "ones_like", "relu", "relu6", "reverse", "roll",
                         "round", "sign", "sort", "square", "stop_gradient", "zeros_like"})  # fmt: skip
"""Functions whose result has the dtype and the shape of their first argument."""

SHAPED_ALIKE = _ELEMENTWISE_FLOATING | ELEMENTWISE | BINARY
"""Functions whose result has the shape of their first argument, or of the first two broadcast."""

KEEP = BINARY | ELEMENTWISE | {
    "boolean_mask", "broadcast_to", "cross", "diag", "diag_part", "ensure_shape", "expand_dims", "gather", "gather_nd", "matmul",
    "matrix_transpose", "matvec", "pad", "reduce_max", "reduce_mean", "reduce_min", "reduce_prod", "reduce_sum", "repeat", "reshape",
    "segment_sum", "slice", "squeeze", "tensordot", "tile", "trace", "transpose", "unsorted_segment_sum",
}  # fmt: skip
"""Functions whose result has the dtype of their first argument."""

JOINING = frozenset({"add_n", "concat", "stack"})
"""Functions whose result has the dtype of the tensors in the list that is their first argument."""

BOOLEAN = frozenset({"equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "logical_and", "logical_or",
                     "logical_not", "reduce_all", "reduce_any", "is_nan", "is_finite", "is_inf"})  # fmt: skip
"""Functions that return bools."""

LIKE = frozenset({"ones_like", "zeros_like"})
"""Functions of `KEEP` that also take a `dtype` argument."""

NUMERIC = BINARY | {
    "abs", "add_n", "argmax", "argmin", "bincount", "clip_by_value", "count_nonzero", "cumprod", "cumsum", "divide", "einsum", "matmul",
    "negative", "norm", "rank", "reduce_max", "reduce_mean", "reduce_min", "reduce_prod", "reduce_sum", "scalar_mul", "segment_sum", "sign",
    "size", "square", "tensordot", "unsorted_segment_sum",
}  # fmt: skip
"""Functions that never return bools: they raise for bools, in eager code too, or return numbers for everything."""


def is_dtype(name: str) -> bool:
    """Whether a canonical dotted name is a dtype of TensorFlow or NumPy: `tensorflow.float32`."""
    package, _, word = name.rpartition(".")
    return package in ("tensorflow", "tensorflow.dtypes", "numpy") and word in DTYPES


DTYPES = (FLOATS | INTEGERS | {"bool", "complex64", "complex128", "double", "half", "string"}) - GENERIC
"""The names of dtypes in TensorFlow and NumPy."""
