"""Decides where a Python effect in traced code is no hazard: it happens once by design, or as often as in eager code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from tflint_autograph.traced.escape.deliberate import fails_next, said_once
from tflint_autograph.traced.escape.guards import is_kept, runs_once
from tflint_autograph.traced.escape.lifetime import under_tensor
from tflint_autograph.traced.escape.single_runs import is_created_for_call
from tflint_autograph.traced.graph.scopes import lifted, made_otherwise
from tflint_autograph.traced.tree.function import TracedFunction


class Effect(Enum):
    """What a statement does in Python that the graph does not repeat."""

    OUTPUT = "writes text"
    FILE = "accesses a file"
    STATE = "reads or changes the state of an object, or of the process"
    VALUE = "computes a value that the graph keeps"
    TENSOR = "stores a symbolic tensor"
    CREATION = "creates variables"


def exempt(fn: TracedFunction, effect: Effect) -> bool:
    """Whether this effect of the current statement is no hazard.

    It runs once per object under a guard, in a builder, under `tf.init_scope`, only before an exception, where project code replaces it, or in
    a trace that is made for one call.
    """
    return _EXEMPT[effect](fn) or (effect in _REPEATED and not under_tensor(fn) and is_created_for_call(fn))


_EXEMPT: Mapping[Effect, Callable[[TracedFunction], bool]] = {
    Effect.OUTPUT: lambda fn: said_once(fn) or fails_next(fn),
    Effect.FILE: lambda fn: runs_once(fn) or lifted(fn),
    Effect.STATE: runs_once,
    Effect.VALUE: is_kept,
    Effect.TENSOR: is_kept,
    Effect.CREATION: lambda fn: made_otherwise(fn) or runs_once(fn),
}

_REPEATED = frozenset({Effect.FILE, Effect.STATE, Effect.VALUE})
"""What a new trace does again. Text may show a tensor without its value, and a stored tensor has none in any trace."""
