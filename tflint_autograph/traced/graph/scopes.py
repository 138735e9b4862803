"""Recognises code under `tf.init_scope` and under variable creator scopes, including functions called there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.values.body_result import BodyResult
from tflint_autograph.tfapi import tracing
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.point import TracedPoint, on_every_path

if TYPE_CHECKING:
    from tflint_autograph.traced.tree.function import TracedFunction
    from tflint_autograph.traced.tree.function_view import FunctionView

_CREATORS = frozenset({"tensorflow.variable_creator_scope"})
"""Scopes in which project code is called to create variables."""


@on_every_path
def made_otherwise(fn: TracedPoint) -> bool:
    """Whether project code replaces `tf.Variable` at the statement and may return a tensor instead."""
    return _is_under(_creating(fn.flow), fn)


@on_every_path
def lifted(fn: TracedPoint) -> bool:
    """Whether the statement is under `tf.init_scope`: tensors created there are eager (FACTS mutation_memo_init_scope_ok)."""
    return _is_under(_lifting(fn.flow), fn)


def _is_under(opening: set[int], fn: TracedPoint) -> bool:
    return bool(opening) and any(frame.statement.ordinal in opening for frame in fn.guarded_by("With"))


def lifted_in(statement: Statement, fn: TracedFunction) -> set[int]:
    """Returns the ordinals of the statements under `tf.init_scope` inside a statement."""
    opening = _lifting(fn.flow)
    scopes = [each for each in walk((statement,)) if isinstance(each, ir.With) and each.ordinal in opening]
    return {inner.ordinal for each in scopes for inner in walk(each.body)}


def may_lift(fn: FunctionView) -> bool:
    """Whether any statement of the function may be under `tf.init_scope`, see `lifted`."""
    return bool(_lifting(fn.flow)) or lifted(fn)


def _lifting(flow: BodyResult) -> set[int]:
    """Returns the ordinals of the statements that open `tf.init_scope`."""
    return {site.index for site in flow.calls.values() if site.func.name and tracing.lifts(site.func.name)}


def _creating(flow: BodyResult) -> set[int]:
    """Returns the ordinals of the statements that open a variable creator scope."""
    return {site.index for site in flow.calls.values() if site.func.name and canonical(site.func.name) in _CREATORS}
