"""Detects code that none of the traced calls of its function reaches, each with what it passes itself: what all pass together may reach it."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.values import Callee
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.tracing.entry_states import EntryStates
from tflint_autograph.project.values.body_result import CallSite, Env
from tflint_autograph.project.values.signature import bind
from tflint_autograph.traced.escape.passed_arguments import traced_call
from tflint_autograph.traced.tree.point import TracedPoint, made_once, on_every_path

UNREACHED = "no call of traced code passes that with which it runs"

_MOST_CALLS = 8
"""Maximum number of calls that are looked at one by one."""

_DECIDING = ("If", "Match")


@on_every_path
def is_unreached(fn: TracedPoint) -> bool:
    """Whether none of the traced calls reaches the current statement. Of a root nothing is known: code outside of the project may call it."""
    reached = _reached(fn) if _is_decided(fn) else None
    return reached is not None and fn.statement is not None and fn.statement.ordinal not in reached


def _is_decided(fn: TracedPoint) -> bool:
    """Whether a condition decides if the current statement runs: one around it, or one before it under which the function ends."""
    if fn.statement is None or fn.body.kinds.isdisjoint(_DECIDING):
        return False
    here = fn.statement.ordinal
    return next(fn.guarded_by(*_DECIDING), None) is not None or any(each < here for each in _ends(fn))


@made_once
def _ends(fn: TracedPoint) -> tuple[int, ...]:
    """Returns the ordinals of the conditions at the top of the function that have a branch which ends it."""
    found = (each for each in fn.body.statements if isinstance(each, ir.If))
    return tuple(each.ordinal for each in found if any(block and isinstance(block[-1], (ir.Return, ir.Raise)) for block in (each.body, each.orelse)))


@made_once
def _reached(fn: TracedPoint) -> frozenset[int] | None:
    """Returns the ordinals of the statements that some traced call reaches, or None if it is not known what each call passes."""
    calls = fn.analysis.sole_callers(fn.key)
    if not 0 < len(calls) <= _MOST_CALLS:
        return None
    found: set[int] = set()
    for caller, at in calls:
        entry = _entry(fn.analysis, fn.key, caller, at)
        if entry is None:
            return None
        before, fn.analysis.running = fn.analysis.running, fn.key
        try:
            flow = fn.analysis.run(fn.key, fn.body, fn.fact.parent or MODULE, entry, traced=True)
        finally:
            fn.analysis.running = before
        if flow.is_partial:
            return None
        found |= flow.states.keys()
    return frozenset(found)


def _entry(analysis: Analysis, key: FunctionKey, caller: FunctionKey, at: At) -> Env | None:
    """Returns what a traced call, or what Python calls for it, passes to the parameters of a function; None if the call is not known."""
    found, lowered = traced_call(analysis, key, caller, at) or _implicit_call(analysis, key, caller, at), analysis.project.lowered(key)
    if lowered is None or found is None:
        return None
    site, target = found
    if any(word in ("*", "**") for word, _ in site.args):
        return None
    given = bind(lowered.fact, target, site.args)
    entry = EntryStates(analysis).passed(target, lowered, caller, at, site.args)
    # A string that is passed on may be another one in another call of the caller.
    return {name: value if name in given and given[name].parameter else value._replace(parameter="") for name, value in entry.items()}


def _implicit_call(analysis: Analysis, key: FunctionKey, caller: FunctionKey, at: At) -> tuple[CallSite, Callee] | None:
    """Returns the call that Python makes implicitly at a place of a traced function and what it calls, if that is the function `key`."""
    flow = analysis.results.get(caller)
    site = flow.implicit_calls.get((at, key)) if flow is not None else None
    return (site, Callee(key, receiver=site.receiver)) if site is not None else None
