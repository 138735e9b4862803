"""Finds the calls of traced functions that are passed to helpers of the project, which call their parameter: `measure(step, x)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Callee, Kind, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.values.body_result import CallSite

CONCRETE = "get_concrete_function"
"""The method of a traced function that traces it immediately."""


class HelperCall(NamedTuple):
    """A call that passes a traced function to a helper: where it is made, the helper, and the function."""

    caller: FunctionKey
    site: CallSite
    helper: Callee
    function: FunctionKey


class CallInHelper(NamedTuple):
    """A call that a helper makes of one of its parameters."""

    site: CallSite
    parameter: str
    is_concrete: bool
    """Whether it calls the `get_concrete_function` of the parameter."""


def calls_of_helpers(analysis: Analysis, keys: frozenset[FunctionKey]) -> Iterator[HelperCall]:
    """Yields the calls in eager code that pass one of these functions, which are no methods, to a function of the project."""
    facts = filter(None, map(analysis.project.function, keys))
    names = analysis.project.aliases(frozenset(fact.name for fact in facts if not fact.owner and not fact.is_lambda))
    for scope in analysis.project.all_mentioning(names):
        uses = analysis.call_sites.uses(scope) if scope not in keys else None
        if uses is not None and not uses.given.isdisjoint(names):
            for caller, flow in analysis.eager_functions.flows(scope):
                for site in flow.calls.values():
                    yield from _passing(caller, site, keys)


def _passing(caller: FunctionKey, site: CallSite, keys: frozenset[FunctionKey]) -> Iterator[HelperCall]:
    passed = {target.key: None for _, value in site.args for target in value.callees if target.key in keys}
    for function in passed:
        yield from (HelperCall(caller, site, helper, function) for helper in site.func.callees if helper.key not in keys)


def calls_in(analysis: Analysis, helper: FunctionKey) -> tuple[CallInHelper, ...]:
    """Returns the calls that a function makes of its parameters, or of their `get_concrete_function`."""
    found = []
    for site in analysis.eager_functions.full_result(helper).calls.values():
        if _is_parameter(site.func):
            found.append(CallInHelper(site, site.func.parameter, False))
        elif site.method == CONCRETE and site.receiver is not None and _is_parameter(site.receiver):
            found.append(CallInHelper(site, site.receiver.parameter, True))
    return tuple(found)


def _is_parameter(value: Value) -> bool:
    return bool(value.parameter) and value.kind in (Kind.UNKNOWN, Kind.CALLABLE)
