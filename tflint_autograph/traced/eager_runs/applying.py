"""Functions of TensorFlow that call a function in place, in an eager run: `strategy.run`, `tf.cond`, `tf.map_fn`."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from tflint_autograph.model.body import At
from tflint_autograph.tfapi import tracing
from tflint_autograph.traced.eager_runs.constants import either
from tflint_autograph.traced.eager_runs.values import OPAQUE, Array, Frame, Function, Given, Mapping, Sequence, Value

if TYPE_CHECKING:
    from tflint_autograph.traced.eager_runs.calling import Run

STRATEGY = "strategy"
"""The name of a distribution strategy, whose methods are named after it."""

_TRANSPARENT = frozenset({"do_not_convert", "recompute_grad", "grad_pass_through"})
"""Decorators of TensorFlow whose result runs as the function itself."""


def applied(run: Run, name: str, given: Given, frame: Frame, at: At) -> Value | None:
    """Returns what a call gives that runs the functions it is passed, or None for another call."""
    row = (tracing.tracing_call(name) or tracing.tracing_method(*name.split(".", 1))) if "." in name else None
    if row is None or row.when is not tracing.When.INSIDE:
        return None
    if row.decorator:
        return given[0][0] if given[0] and name.rpartition(".")[2] in _TRANSPARENT else None
    found = [
        run.call(func, _passed(run, func, place.parameters, name, given), frame, at)
        for place in row.places
        for func in _functions(_argument(given, place.position, place.keyword), each=place.each)
    ]
    is_result = name.startswith(f"{STRATEGY}.") or tracing.selects(name)
    return reduce(either, found) if found and is_result else None


def _argument(given: Given, position: int | None, keyword: str) -> Value:
    args, named = given
    return args[position] if position is not None and position < len(args) else named.get(keyword, OPAQUE)


def _functions(value: Value, *, each: bool) -> list[Function]:
    """Returns the functions of the project that a value is, or that a list or dict has."""
    if isinstance(value, Function):
        return [value]
    if not each or not isinstance(value, (Sequence, Mapping)) or value.items is None:
        return []
    items = value.items.values() if isinstance(value, Mapping) else value.items
    return [func for item in items for func in _functions(item, each=True)]


def _passed(run: Run, func: Function, parameters: str, name: str, given: Given) -> Given:
    """Returns the arguments that a function gets: those that `strategy.run` passes on, else tensors of which nothing is known."""
    if name.startswith(f"{STRATEGY}."):
        args, named = _argument(given, 1, "args"), _argument(given, 2, "kwargs")
        words = {str(word): value for word, value in named.items.items()} if isinstance(named, Mapping) and named.items is not None else {}
        return list(args.items) if isinstance(args, Sequence) and args.items is not None else [], words
    fact = run.analysis.project.function(func.key) if parameters != "none" else None
    needed = [each for each in fact.parameters if each.kind == "positional" and each.default is None] if fact is not None else []
    return [Array("tensor", None, "") for _ in needed[(func.receiver is not None) + len(func.bound) :]], {}
