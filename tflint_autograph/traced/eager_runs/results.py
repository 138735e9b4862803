"""Follows what traced functions return through eager code, to uses that accept a Python value and no tensor."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.traced.eager_runs.values import Array, Mapping, Sequence, Value

_DEEPEST = 4
"""Maximum depth of containers in what a call gets."""


def returned(key: FunctionKey, path: tuple[object, ...] = ()) -> Array:
    """Returns what a traced function returned, or the part of it at these keys and positions: a tensor, or a container of tensors."""
    made = Array("tensor", None, "")
    made.result = key, path
    return made


def part_of(held: Value, key: object) -> Array | None:
    """Returns the part of a result of a traced function at a key or position; None for other values."""
    return returned(held.result[0], (*held.result[1], key)) if isinstance(held, Array) and held.result is not None else None


def results_in(value: Value, depth: int = _DEEPEST) -> Iterator[tuple[FunctionKey, tuple[object, ...]]]:
    """Yields the results of traced functions that a value is or contains."""
    if isinstance(value, Array) and value.result is not None:
        yield value.result
    items = value.items if isinstance(value, (Sequence, Mapping)) and depth else None
    for each in (items.values() if isinstance(items, dict) else items or ()):
        yield from results_in(each, depth - 1)
