"""Finds the calls of traced functions, with arguments that helpers forward replaced by what the helpers are called with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.values import Callee, Kind, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values.body_result import CallSite, Env
from tflint_autograph.project.values.hints import specified
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.project.values.signature import bind

DEEPEST = 2
"""Maximum depth of helpers that forward arguments of other helpers."""

ResolvedCall = tuple[FunctionKey, CallSite, Callee]
"""A call with its caller and the function it leads to."""


def calls_as_made(analysis: Analysis, keys: frozenset[FunctionKey]) -> Iterator[ResolvedCall]:
    """Yields the calls of these functions in eager code, and of their `get_concrete_function`, which traces immediately.

    A call that forwards a parameter of its helper is yielded once for each call of the helper, with that call's argument.
    """
    relay = _Relay(analysis)
    for call in analysis.call_sites.by_others(keys):
        yield from relay.as_made(call[:3], DEEPEST)
    for made in _concrete(analysis, keys):
        for caller, site, target in relay.as_made(made, DEEPEST):
            yield caller, _traced(site), target
    for passed in calls_of_helpers(analysis, keys):
        yield from relay.made_of_parameter(passed)


def _concrete(analysis: Analysis, keys: frozenset[FunctionKey]) -> Iterator[ResolvedCall]:
    callers = (caller for caller in analysis.project.all_mentioning(frozenset({CONCRETE}), ATTRIBUTE) if caller not in keys)
    for key, flow in (each for caller in callers for each in analysis.eager_functions.flows(caller)):
        for site in flow.calls.values():
            if site.method == CONCRETE and site.receiver is not None:
                yield from ((key, site, target) for target in site.receiver.callees if target.key in keys)


def _traced(site: CallSite) -> CallSite:
    """Returns a call of `get_concrete_function` with the arguments that the function is traced with."""
    return replace(site, args=tuple((keyword, _traced_for(value)) for keyword, value in site.args))


def _traced_for(value: Value) -> Value:
    """Returns the value a function is traced with for this argument: a tensor for a `tf.TensorSpec`, also inside a structure."""
    tensor = specified(value)
    if tensor is not None or value.kind is not Kind.CONTAINER:
        return tensor or value
    items = None if value.items is None else tuple(map(_traced_for, value.items))
    return value._replace(items=items, element=None if value.element is None else _traced_for(value.element))


class _Relay:
    """Finds the arguments of helpers. The calls of each helper are searched once."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    def as_made(self, made: ResolvedCall, depth: int) -> Iterator[ResolvedCall]:
        """Yields the call, once for each call of its helper if it forwards a parameter of the helper, else unchanged."""
        helper, site, target = made
        site = self._with_visible(helper, site)
        passes_on = depth and any(_passes_on(keyword, value) for keyword, value in site.args)
        given = self._given_to(helper, depth) if passes_on else ()
        for args in dict.fromkeys(tuple(_filled_in(site.args, each)) for each in given):
            yield helper, replace(site, args=args), target
        if not given:
            yield helper, site, target

    def _with_visible(self, helper: FunctionKey, site: CallSite) -> CallSite:
        """Returns the call with what the visible calls of its helper make of arguments that are unknown without: an item of a parameter,
        `f(item)`, or a parameter that a loop sets again, `state = f(state)`.
        """
        if not any(map(_is_unclear, site.args)):
            return site
        seen = self.analysis.visible_arguments.flow(helper).calls.get(site.at, site)
        if len(seen.args) != len(site.args):
            return site
        return replace(site, args=tuple([other if _is_unclear(one) else one for one, other in zip(site.args, seen.args, strict=True)]))

    def made_of_parameter(self, passed: HelperCall) -> Iterator[ResolvedCall]:
        """Yields the calls of a function by the helper that it is passed to, with the arguments that the helper is called with."""
        fact = self.analysis.project.function(passed.helper.key)
        if fact is None:
            return
        calls = self._calls_in(passed.helper.key)
        if not calls:
            return
        for _, outer, helper in self.as_made((passed.caller, passed.site, passed.helper), DEEPEST - 1):
            given = bind(fact, helper, outer.args)
            for site, parameter, is_concrete in calls:
                if parameter in given and any(target.key == passed.function for target in given[parameter].callees):
                    filled = replace(site, args=tuple(_filled_in(site.args, given)))
                    yield helper.key, _traced(filled) if is_concrete else filled, Callee(passed.function)

    @query
    def _calls_in(self, helper: FunctionKey) -> tuple[CallInHelper, ...]:
        return calls_in(self.analysis, helper)

    @query
    def _given_to(self, helper: FunctionKey, depth: int) -> tuple[Env, ...]:
        """Returns the arguments of each call of a helper, by parameter."""
        fact = self.analysis.project.function(helper)
        if fact is None:
            return ()
        made = (each for call in self.analysis.call_sites.by_others(frozenset({helper})) for each in self.as_made(call[:3], depth - 1))
        return tuple(bind(fact, target, site.args) for _, site, target in made)


def _is_unclear(given: tuple[str | None, Value]) -> bool:
    """Whether nothing is known of an argument, and it is no parameter of the helper."""
    value = given[1]
    return value.kind is Kind.UNKNOWN and value.cls is None and not value.parameter and not value.name


def _passes_on(keyword: str | None, value: Value) -> bool:
    """Whether an argument is just a parameter of the helper."""
    return bool(value.parameter) and (value.kind is Kind.UNKNOWN or keyword == "*")


def _filled_in(args: Arguments, given: Env) -> Iterator[tuple[str | None, Value]]:
    """Yields the arguments of a call in a helper that is called with `given`."""
    for keyword, value in args:
        told = given.get(value.parameter) if _passes_on(keyword, value) else None
        if told is None:
            yield keyword, value
        elif keyword == "*" and told.items is not None:
            yield from ((None, item) for item in told.items)
        else:
            yield keyword, told


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
