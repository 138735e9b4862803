"""Widening: what keeps values from growing while they are joined again and again."""

from __future__ import annotations

from tflint_autograph.model.joins import DEEPEST
from tflint_autograph.model.values import UNKNOWN, Kind, Value


def widened(value: Value, depth: int = 0) -> Value:
    """Returns a value with less of what is nested in it, so that a value that is put into itself again and again stops growing.

    An element of an unknown value of which only origin and confidence are known is left out, another unknown one has nothing in turn, and
    what is nested deeper than `DEEPEST` is unknown.
    """
    element, items, keyed = value.element, value.items, value.items_by_key
    if element is None and items is None and keyed is None:
        return value
    if depth >= DEEPEST:
        return UNKNOWN
    if element is not None:
        is_blank = value.kind is element.kind is Kind.UNKNOWN
        element = _alone(element) if is_blank else widened(element, depth + 1)
    if items is not None:
        items = tuple([widened(item, depth + 1) for item in items])
    if keyed is not None:
        keyed = tuple([(name, widened(item, depth + 1)) for name, item in keyed])
    return value._replace(element=element, items=items, items_by_key=keyed)


def _alone(element: Value) -> Value | None:
    """Returns an unknown element without what is nested in it, or None if nothing is left that says what it is."""
    alone = element._replace(element=None, items=None, items_by_key=None)
    blank = UNKNOWN._replace(
        origin=alone.origin, spelling=alone.spelling, parameter=alone.parameter, confidence=alone.confidence, provenance=alone.provenance
    )
    return None if alone == blank else alone
