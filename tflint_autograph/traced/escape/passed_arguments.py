"""Detects code that runs only where an argument is missing, in a function that every traced call passes the argument."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.values import Callee, Kind
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import arguments
from tflint_autograph.project.bodies.globals_ import bindings
from tflint_autograph.project.bodies.liveness import Liveness, bound, free_names
from tflint_autograph.project.bodies.order import call_at
from tflint_autograph.project.bodies.walks import dotted_path, walk
from tflint_autograph.project.points_to.call_sites import EagerCall
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.signature import bind
from tflint_autograph.traced.escape.missing_values import absent, present
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.inherited import over_frames
from tflint_autograph.traced.tree.point import EnclosingScope, TracedPoint, made_once

PASSED = "it runs where an argument is missing, which every call of traced code passes"

DEEPEST = 3
"""Maximum number of callers that are followed."""


def is_for_missing(fn: TracedPoint) -> bool:
    """Whether the current statement runs only if a parameter is None or false, while each traced call passes what may be something else.

    Of a root nothing is known: code outside of the project may call it.
    """
    return bool(fn.analysis.sole_callers(fn.key)) and any(_is_passed(fn.analysis, fn.key, name, DEEPEST) for name in sorted(_needed(fn)))


@over_frames(start=frozenset[str]())
def _needed(frame: EnclosingScope, fn: TracedPoint, outside: frozenset[str]) -> frozenset[str]:
    """Returns the parameters that conditions around the current statement find missing, before the function binds them again."""
    statement = frame.statement
    if not isinstance(statement, ir.If) or _joins(statement.test):
        return outside
    found = absent(statement.test) if frame.part == "body" else present(statement.test)
    first = _first_bound(fn)
    return outside.union(name for name in found if first.get(name, -1) >= statement.ordinal and name != fn.fact.receiver)


@made_once
def _first_bound(fn: TracedPoint) -> dict[str, int]:
    """Returns, by parameter, the ordinal of the first statement that binds it again: behind the last one if there is none."""
    statements = list(walk(fn.body.statements))
    found = {each.name: len(statements) for each in fn.fact.parameters}
    for each in statements:
        for name in bound(each):
            found[name] = min(found.get(name, -1), each.ordinal)
    return found


def _joins(test: Expr) -> bool:
    """Whether a condition consists of several, each of which may decide it alone."""
    return isinstance(test, ir.Operation) and test.operators[0] in ("and", "or")


def _is_passed(analysis: Analysis, key: FunctionKey, name: str, depth: int) -> bool:
    """Whether each traced call of a function that is no root passes a parameter a value that is not known to be missing."""
    calls = analysis.sole_callers(key)
    return bool(calls) and all(_passes(analysis, key, caller, at, name, depth) for caller, at in calls)


def _passes(analysis: Analysis, key: FunctionKey, caller: FunctionKey, at: At, name: str, depth: int) -> bool:
    """Whether a call passes a parameter a value that is not known to be missing; a parameter of the caller, which may be, is followed."""
    found, fact = traced_call(analysis, key, caller, at), analysis.project.function(key)
    if found is None or fact is None:
        return False
    site, target = found
    given = bind(fact, target, site.args).get(name)
    if given is None or given.kind is Kind.NONE:
        return False
    body, above = analysis.project.body(caller), analysis.project.function(caller)
    call = call_at(body, site.index, at)
    written = arguments(call, body, target, fact).get(name) if call is not None else None
    outer = written.id if isinstance(written, ir.Name) and written.id not in bindings(body) else given.parameter
    if above is not None and any(each.name == outer for each in above.parameters):
        return depth > 0 and caller != key and _is_passed(analysis, caller, outer, depth - 1)
    return given.kind is not Kind.PYTHON or bool(given.const)


def traced_call(analysis: Analysis, key: FunctionKey, caller: FunctionKey, at: At) -> tuple[CallSite, Callee] | None:
    """Returns the call at a place of a traced function and what it calls, if that is the function `key`; else None."""
    flow = analysis.results.get(caller)
    site = flow.calls.get(at) if flow is not None else None
    target = next((each for each in site.func.callees if each.key == key), None) if site is not None else None
    return (site, target) if site is not None and target is not None else None


def is_read_again(parameter: str, fn: FunctionView) -> bool:
    """Whether eager code passes for this parameter, of a root that reaches the function, an object that it may read later.

    An attribute and a name of an outer scope may always be read later. What a call creates for its argument is gone after it.
    """
    return any(_is_kept(fn.analysis, call, parameter) for call in fn.analysis.call_sites.by_others(fn.roots_above()))


def _is_kept(analysis: Analysis, made: EagerCall, parameter: str, depth: int = 3) -> bool:
    caller, site, target = made[:3]
    body, fact = analysis.project.body(caller), analysis.project.function(target.key)
    call = call_at(body, site.index, site.at)
    given = arguments(call, body, target, fact).get(parameter) if call is not None else None
    if not isinstance(given, ir.Name):
        return bool(dotted_path(given)) if given is not None else False
    own = analysis.project.function(caller)
    parameters = frozenset(each.name for each in own.parameters) if own is not None else frozenset[str]()
    if given.id not in body.bound:
        return True
    if depth and given.id in parameters and any(_is_kept(analysis, each, given.id, depth - 1) for each in analysis.call_sites.counted(caller)):
        # It is what a caller of the helper keeps.
        return True
    live = Liveness(body.statements, parameters, lambda inner: free_names(analysis.project, FunctionKey(caller.path, inner)))
    return given.id in live.after[site.index] or (caller.qualname == MODULE and _is_read_by_functions(analysis, caller.path, given.id))


def _is_read_by_functions(analysis: Analysis, path: str, name: str) -> bool:
    module = analysis.project.module(path)
    return module is not None and any(name in free_names(analysis.project, FunctionKey(path, inner)) for inner in module.body.functions)
