"""Decides where a Python effect in traced code is no hazard: it happens once by design, or as often as in eager code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import partial

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.levels import Confidence
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.walks import catches
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.escape.deliberate import said_once
from tflint_autograph.traced.escape.guards import is_kept, runs_once, runs_once_for_all
from tflint_autograph.traced.escape.lifetime import under_tensor
from tflint_autograph.traced.escape.single_runs import is_created_for_call
from tflint_autograph.traced.escape.stale_reads import created_late
from tflint_autograph.traced.graph.scopes import lifted, made_otherwise
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import TracedPoint, on_every_path
from tflint_autograph.traced.tree.states import Late


class Effect(Enum):
    """What a statement does in Python that the graph does not repeat."""

    OUTPUT = "writes text"
    FILE = "accesses a file"
    STATE = "reads or changes the state of an object, or of the process"
    VALUE = "computes a value that the graph keeps"
    TENSOR = "stores a symbolic tensor"
    CREATION = "creates variables"


@on_every_path
def fails_next(fn: TracedPoint) -> bool:
    """Whether Python certainly stops right after the current statement: no trace is kept, and every call repeats it."""
    if fn.statement is None or under_tensor(fn) or any(frame.part == "body" and catches(frame.statement) for frame in fn.guarded_by("Try")):
        return False
    return order(fn.body).followed_by(fn.statement.ordinal, lambda each: _stops(each, fn, _DEPTH), fn.table(_stops))


_DEPTH = 3
"""Maximum number of helpers, one called by the other, that are searched for what stops."""


def _stops(statement: Statement, fn: TracedPoint, depth: int) -> bool:
    if not isinstance(statement, ir.Evaluate) or not isinstance(statement.value, ir.Call):
        return isinstance(statement, ir.Raise)
    site = fn.flow.calls.get(statement.value.at)
    called = [target.key for target in site.func.callees] if site is not None and depth else []
    if called and all(each in fn.analysis.results for each in called):
        return all(_never_ends(TracedPoint(fn.analysis, each), depth - 1) for each in called)
    return site is not None and effects.ends_process(site.func.name)


def _never_ends(fn: TracedPoint, depth: int) -> bool:
    """Whether a function raises, or ends the process, whatever it is called with."""
    first, stops = next(iter(fn.body.statements), None), partial(_stops, fn=fn, depth=depth)
    return first is not None and (stops(first) or order(fn.body).followed_by(first.ordinal, stops, {}))


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


def late_creation(fn: TracedFunction) -> Confidence | None:
    """Returns the confidence in a variable that the current statement creates once for each key, or under another guard: by what runs show of
    later traces that create one. None if they show none.
    """
    late = created_late(fn).get(fn.statement.ordinal) if fn.statement is not None else None
    if late is None or (late is Late.BY_ARGUMENT and runs_once_for_all(fn)):
        return None
    return _OF_LATE.get(late, Confidence.LOW)


_OF_LATE = {Late.SURE: Confidence.HIGH, Late.IF_ANY: Confidence.MEDIUM, Late.BY_ARGUMENT: Confidence.MEDIUM}
