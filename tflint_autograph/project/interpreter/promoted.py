"""Names that are Python scalars on one path and tensors on another, and scalars that graph conditionals and graph loops turn into tensors."""

from __future__ import annotations

from collections.abc import Iterable

from tflint_autograph.model.dtypes import of_tensor
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import NOTHING, Kind, Origin, Value
from tflint_autograph.project.values.body_result import Env, merge
from tflint_autograph.project.values.dtypes import of_value

_NUMBERS = frozenset({"builtins.int", "builtins.float", "builtins.bool"})


def either(left: Env | None, right: Env | None, sure: Confidence) -> Env | None:
    """Joins the states of two paths in traced code. A number on one of them and a tensor on the other is a tensor, as surely as said."""
    merged = merge(left, right)
    if left is None or right is None or left is right or merged is None:
        return merged
    for name, value in right.items():
        known = left.get(name)
        if known is None or known is value or known.kind is value.kind:
            continue
        tensor, number = (known, value) if known.kind.graph else (value, known)
        if tensor.kind.graph and is_number(number):
            merged[name] = tensor._replace(confidence=min(tensor.confidence, sure), parameter="", const=NOTHING, dtype="")
    return merged


def is_number(value: Value) -> bool:
    """Whether the value is a Python scalar."""
    return value.kind is Kind.PYTHON and (value.type in _NUMBERS or isinstance(value.const, (int, float)))


def by_graph(env: Env, names: Iterable[str], decides: Value) -> Env:
    """Returns the state in which the numbers in these names are tensors, because the graph decides which they are.

    `decides` is the tensor that does: the condition, or what a loop goes over (FACTS topython_python_int_turned_tensor, loops_python_counter_division).
    """
    found = {name: env[name] for name in names if name in env and is_number(env[name])}
    return {**env, **{name: _as_tensor(value, decides) for name, value in found.items()}} if found else env


def _as_tensor(value: Value, decides: Value) -> Value:
    return Value(
        Kind.TENSOR, Origin.FRESH, type="tensor", dtype=of_tensor(of_value(value)), confidence=decides.confidence, provenance=decides.provenance
    )
