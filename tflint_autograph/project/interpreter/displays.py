"""Evaluates displays: `(a, b)`, `[a, *b]`, `{a}` and `{"k": a, **b}`."""

from __future__ import annotations

from sys import intern
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.joins import MOST_ITEMS, MOST_KEYS
from tflint_autograph.model.values import ItemsByKey, Kind, Origin, Value
from tflint_autograph.project.interpreter import implicit
from tflint_autograph.project.values.elements import element_of, is_fixed, item_of, joined_alike

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator


def display(run: Evaluator, node: ir.Display) -> Value:
    """Returns the tuple, list or set. The items of an unpacked container are those of the display."""
    values: list[Value] = []
    exact = True
    for item in node.items:
        if isinstance(item, ir.Starred):
            unpacked = implicit.iterated(run, run.evaluate(item), run.at)
            is_exact = unpacked.items is not None and is_fixed(unpacked)
            values += (unpacked.items or ()) if is_exact else (element_of(unpacked),)
            exact = exact and is_exact
        else:
            values.append(run.evaluate(item))
    if node.type == "set":
        for value in values:
            implicit.hashed(run, value)
    element = joined_alike(tuple(values)) if values else None
    items = tuple(values) if exact and len(values) <= MOST_ITEMS else None
    return Value(Kind.CONTAINER, Origin.FRESH, type=intern(f"builtins.{node.type}"), items=items, element=element)


def mapping(run: Evaluator, node: ir.Mapping) -> Value:
    """Returns the dict. The items of an unpacked dict are those of the display."""
    for key in node.keys:
        if key is not None:
            implicit.hashed(run, run.evaluate(key))
    values = [run.evaluate(value) for value in node.values]
    unpacked = [item_of(value) if key is None else value for key, value in zip(node.keys, values, strict=True)]
    element = joined_alike(tuple(unpacked)) if unpacked else None
    keyed = _keyed(node, values)
    return Value(Kind.CONTAINER, Origin.FRESH, type="builtins.dict", items_by_key=keyed, element=element)


def _keyed(node: ir.Mapping, values: list[Value]) -> ItemsByKey | None:
    """Returns the items of a dict display by key, those of unpacked dicts among them; None if not all are known strings."""
    found: dict[str, Value] = {}
    for key, value in zip(node.keys, values, strict=True):
        if isinstance(key, ir.Constant) and isinstance(key.value, str):
            found[key.value] = value
        elif key is None and value.items_by_key is not None and is_fixed(value):
            found |= dict(value.items_by_key)
        else:
            return None
    return tuple(found.items()) if len(found) <= MOST_KEYS else None
