"""Finds operations that get something other than text as their name (FACTS retracing, "operation-name")."""

from __future__ import annotations

from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import NOTHING, Kind, Value
from tflint_autograph.tfapi.dtypes import is_dtype
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.tables import name_position
from tflint_autograph.traced.tree.function_view import FunctionView


def misnames(fn: FunctionView) -> bool:
    """Whether a call in the function passes a name that is no text."""
    for site in fn.calls:
        place = name_position(canonical(site.func.name)) if site.func.name else None
        given = site.argument(place, "name") if place is not None else None
        if given is not None and is_no_text(given):
            return True
    return False


def is_no_text(value: Value) -> bool:
    """Whether a value is certainly no text. What is only assumed to be a tensor may be text: this use of it says so."""
    if value.kind.graph:
        return value.confidence is Confidence.HIGH
    if value.name and is_dtype(canonical(value.name)):
        return True
    return value.kind is Kind.PYTHON and value.const is not NOTHING and isinstance(value.const, int | float) and bool(value.const)
