"""Recognises code under `tf.init_scope` and under variable creator scopes, including functions called there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.values.body_result import BodyResult
from tflint_autograph.tfapi import tracing
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.traced.tree.function import TracedFunction
    from tflint_autograph.traced.tree.function_view import FunctionView

_CREATORS = frozenset({"tensorflow.variable_creator_scope"})
"""Scopes in which project code is called to create variables."""

_LIFTED: WeakKeyDictionary[TracedFunction, bool] = WeakKeyDictionary()
"""Functions that are called only under `tf.init_scope`."""


def made_otherwise(fn: TracedFunction) -> bool:
    """Whether project code replaces `tf.Variable` at the statement and may return a tensor instead.

    This also holds in functions that traced code calls only under such a scope.
    """
    around = {frame.statement.ordinal for frame in fn.guarded_by("With")}
    return bool(around & _creating(fn.flow)) or _called_under(fn.analysis, fn.key, _creating, depth=3)


def lifted(fn: TracedFunction) -> bool:
    """Whether the statement is under `tf.init_scope`: tensors created there are eager (FACTS mutation_memo_init_scope_ok).

    This also holds in functions that traced code calls only there.
    """
    around = {frame.statement.ordinal for frame in fn.guarded_by("With")}
    if around and around & _lifting(fn.flow):
        return True
    if fn not in _LIFTED:
        _LIFTED[fn] = _called_under(fn.analysis, fn.key, _lifting, depth=3)
    return _LIFTED[fn]


def lifted_in(statement: Statement, fn: TracedFunction) -> set[int]:
    """Returns the ordinals of the statements under `tf.init_scope` inside a statement."""
    opening = _lifting(fn.flow)
    scopes = [each for each in walk((statement,)) if isinstance(each, ir.With) and each.ordinal in opening]
    return {inner.ordinal for each in scopes for inner in walk(each.body)}


def may_lift(fn: FunctionView) -> bool:
    """Whether any statement of the function may be under `tf.init_scope`, see `lifted`."""
    return bool(_lifting(fn.flow)) or _called_under(fn.analysis, fn.key, _lifting, depth=3)


def _lifting(flow: BodyResult) -> set[int]:
    """Returns the ordinals of the statements that open `tf.init_scope`."""
    return {site.index for site in flow.calls.values() if site.func.name and tracing.lifts(site.func.name)}


def _creating(flow: BodyResult) -> set[int]:
    """Returns the ordinals of the statements that open a variable creator scope."""
    return {site.index for site in flow.calls.values() if site.func.name and canonical(site.func.name) in _CREATORS}


_Opening = Callable[[BodyResult], set[int]]


def _called_under(analysis: Analysis, key: FunctionKey, opening: _Opening, depth: int) -> bool:
    """Whether every traced call of the function is under such a scope, or in a function that is itself called only there."""
    callers = analysis.sole_callers(key)
    return bool(callers) and bool(depth) and all(
        _stands_under(analysis, caller, opening, ordinal) or _called_under(analysis, caller, opening, depth - 1)
        for (caller, _), ordinal in callers.items()
    )


def _stands_under(analysis: Analysis, caller: FunctionKey, opening: _Opening, ordinal: int) -> bool:
    lowered, flow = analysis.project.lowered(caller), analysis.results.get(caller)
    opens = opening(flow) if flow is not None else set()
    if lowered is None or not opens:
        return False
    opened = [each for each in walk(lowered.body.statements) if isinstance(each, ir.With) and each.ordinal in opens]
    return any(inner.ordinal == ordinal for each in opened for inner in walk(each.body))
