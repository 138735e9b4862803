"""Finds out whether eager code reads an array again after it has passed it to a traced function."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import arguments
from tflint_autograph.project.bodies.liveness import Liveness, free_names
from tflint_autograph.project.bodies.order import call_at
from tflint_autograph.project.bodies.walks import dotted_path
from tflint_autograph.project.points_to.call_sites import EagerCall
from tflint_autograph.project.roots.eager_calls import calls_of
from tflint_autograph.traced.tree.function_view import FunctionView


def is_read_again(parameter: str, fn: FunctionView) -> bool:
    """Whether eager code passes for this parameter, of a root that reaches the function, an object that it may read later.

    An attribute and a name of an outer scope may always be read later. What a call creates for its argument is gone after it.
    """
    return any(_is_kept(fn.analysis, call, parameter) for call in calls_of(fn.analysis, frozenset(fn.roots_above())))


def _is_kept(analysis: Analysis, made: EagerCall, parameter: str) -> bool:
    caller, site, target = made[:3]
    body, fact = analysis.project.body(caller), analysis.project.function(target.key)
    call = call_at(body, site.index, site.at)
    given = arguments(call, body, target, fact).get(parameter) if call is not None else None
    if not isinstance(given, ir.Name):
        return bool(dotted_path(given)) if given is not None else False
    own = analysis.project.function(caller)
    parameters = frozenset(each.name for each in own.parameters) if own is not None else frozenset[str]()
    if given.id not in body.bound | parameters:
        return True
    live = Liveness(body.statements, parameters, lambda inner: free_names(analysis.project, FunctionKey(caller.path, inner)))
    return given.id in live.after[site.index] or (caller.qualname == MODULE and _is_read_by_functions(analysis, caller.path, given.id))


def _is_read_by_functions(analysis: Analysis, path: str, name: str) -> bool:
    module = analysis.project.module(path)
    return module is not None and any(name in free_names(analysis.project, FunctionKey(path, inner)) for inner in module.body.functions)
