"""Finds operations on a NumPy array that eager code passes to a `tf.function`, with a tensor of another dtype.

Eagerly each operation converts the array to the dtype of the tensor; for the graph it is a tensor of its own dtype before the function
begins, and operations refuse other dtypes (FACTS retracing, "array-argument-dtype").
"""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model.dtypes import GENERIC
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Value
from tflint_autograph.project.values.dtypes import of_value
from tflint_autograph.tfapi.dtypes import BINARY, BOOLEAN
from tflint_autograph.traced.graph.dtypes import clash, dtype_before
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import converted_array, was_array

_LIKE_FIRST = frozenset({"add", "matmul"})
"""Functions that convert to the dtype of their first argument. With the array in that place they raise in eager code, too."""

_OF_TWO = BINARY | BOOLEAN | {"atan2", "divide", "matmul", "truediv", "xdivy"}
"""Functions that take two tensors of one dtype."""

_ASSIGNS = frozenset({"assign", "assign_add", "assign_sub"})


@record
class Mixed:
    """An array, and the dtype of the tensor beside it. `confidence`: that both are what they are taken for."""

    array: cst.BaseExpression
    value: Value
    other_dtype: str
    confidence: Confidence


def mixed(left: cst.BaseExpression, right: cst.BaseExpression, fn: TracedFunction) -> Mixed | None:
    """Returns the array among the two operands of an operation if the other one is a tensor of another dtype."""
    return _beside(left, right, fn) or _beside(right, left, fn)


def mixed_by_call(call: cst.Call, fn: TracedFunction) -> Mixed | None:
    """Returns the array among the arguments of `tf.multiply(x, y)` and the like, or of `variable.assign(y)`."""
    given = [arg.value for arg in call.args if arg.keyword is None and not arg.star]
    package, _, rest = fn.called(call).partition(".")
    name = rest.rpartition(".")[2]
    if package == "tensorflow" and name in _OF_TWO and len(given) >= 2:
        first, second = given[:2]
        return _beside(second, first, fn) or (None if name in _LIKE_FIRST else _beside(first, second, fn))
    if isinstance(call.func, cst.Attribute) and given and fn.method(call)[0] in _ASSIGNS:
        return _beside(given[0], call.func.value, fn)
    return None


def lacks_array_methods(value: Value, fn: TracedFunction) -> bool:
    """Whether the value is an array eagerly, and in the graph a tensor without the methods of arrays, which a switch of TensorFlow adds."""
    return was_array(value) and not fn.analysis.project.mentioning(_ENABLES)


_ENABLES = frozenset({"experimental_enable_numpy_behavior"})


def _beside(array: cst.BaseExpression, other: cst.BaseExpression, fn: TracedFunction) -> Mixed | None:
    value, beside = fn.value(array), fn.value(other)
    if not converted_array(value) or not beside.kind.graph or fn.statement is None:
        return None
    met = of_value(beside) or dtype_before(fn.expression(other), fn.statement.ordinal, fn)
    if value.dtype in GENERIC or met in GENERIC or not clash(value.dtype, met):
        return None
    return Mixed(array, value, met, min(value.confidence, beside.confidence))
