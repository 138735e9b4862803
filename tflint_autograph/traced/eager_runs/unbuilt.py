"""Finds layers and optimizers that are passed to a traced function before their variables exist."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import run_alone
from tflint_autograph.project.bodies.walks import calls as made_calls
from tflint_autograph.project.bodies.walks import dotted_path, item_path, root_name, spelled_path, walk
from tflint_autograph.project.callsites.caller import ProgramPoint
from tflint_autograph.project.callsites.root_calls import RootCall, RootCalls
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.signature import bind
from tflint_autograph.tfapi import keras, tables
from tflint_autograph.tfapi.names import canonical, keras_generation
from tflint_autograph.traced.eager_runs.entries import programs_of
from tflint_autograph.traced.eager_runs.keys import Difference
from tflint_autograph.traced.eager_runs.retraces import retrace_at

_APPLIES = frozenset({"apply_gradients", "apply", "minimize"})


@record
class Built:
    """A call, in a traced function or one that it calls, that creates the variables of an argument.

    `site`: the call, in the function `inside`. `parameter`: the parameter that it applies there. `instances`: which ones are passed, in
    words. `confidence`: that the second one is passed before its variables exist.
    """

    inside: FunctionKey
    site: CallSite
    parameter: str
    instances: str
    confidence: Confidence


def built_by_calls(use: RootCall, calls: RootCalls) -> Iterator[Built]:
    """Yields the calls, in a traced function, of an argument for which several unbuilt instances are passed.

    Reported once, at the first use of the function.
    """
    uses = [one for one in calls.uses_of(use.key) if isinstance(one, RootCall)]
    fact = calls.analysis.project.function(use.key)
    if fact is None or not uses or uses[0] is not use:
        return
    applied = [*_applications(calls.analysis, use.key, {each.name: each.name for each in fact.parameters})]
    if not applied or any(_builds(one, calls) for one in uses):
        return
    passed: dict[str, defaultdict[str, set[str]]] = {each.given: defaultdict(set) for each in applied}
    remade: dict[str, str] = {}
    built: set[str] = set()
    for one in uses:
        for parameter, expr in _arguments(one):
            if parameter in passed:
                place = one.caller.place(one.site.index, one.at)
                for program in programs_of(calls.analysis, one.caller.key):
                    passed[parameter][program].update(_instances(expr, place))
                built |= {parameter} if _is_applied_elsewhere(expr, place) or _is_model(place.value(expr)) else set()
                remade.setdefault(parameter, _remade(one, parameter, calls))
    for key, site, parameter, given in applied:
        if (count := _most(passed[given])) > 1:
            yield Built(key, site, parameter, f"{count} instances are passed", Confidence.LOW if given in built else Confidence.MEDIUM)
        elif remade.get(given):
            yield Built(key, site, parameter, f"one is created {remade[given]}", Confidence.MEDIUM)


class _Application(NamedTuple):
    """A call, in the function `key`, that applies its parameter `name`, which is the parameter `given` of the root."""

    key: FunctionKey
    site: CallSite
    name: str
    given: str


def _applications(analysis: Analysis, key: FunctionKey, given: Mapping[str, str], depth: int = 3) -> Iterator[_Application]:
    """Yields the calls that apply a parameter, in a function and those to which it passes it. `given`: what each one is in the root."""
    flow = analysis.results.get(key)
    for _, site in sorted(flow.calls.items()) if flow is not None else ():
        name = _applied(site)
        if name in given:
            yield _Application(key, site, name, given[name])
        target = run_alone(analysis.project, site.func.callees) if depth else None
        fact = analysis.project.function(target.key) if target is not None else None
        bound = bind(fact, target, site.args) if fact is not None and target is not None else {}
        handed = {name: given[value.parameter] for name, value in bound.items() if value.parameter in given}
        if handed and target is not None:
            yield from _applications(analysis, target.key, handed, depth - 1)


def _most(instances: dict[str, set[str]]) -> int:
    """Returns the largest number of instances that one program passes."""
    shared = instances.get("", set())
    return max((len(own | shared) for own in instances.values()), default=0)


def _remade(use: RootCall, parameter: str, calls: RootCalls) -> str:
    """Returns in words how often the project creates an unbuilt object for a call; empty if once."""
    found = retrace_at(use, calls)
    if found is None or found.difference is not Difference.LAYER or found.parameter != parameter or found.is_by_others:
        return ""
    return "in each iteration" if found.repeats is not None else "in several calls"


def _is_model(value: Value) -> bool:
    """Whether the object is a model of Keras, which may be built by its constructor: a functional one, or one with an input layer."""
    return bool(value.factory) and tables.result(value.factory) == "model"


def _is_applied_elsewhere(expr: Expr, place: ProgramPoint) -> bool:
    """Whether a function of the file, or its top level, calls the object or a method of it, which may create its variables.

    An item of a list counts as the list. True if the expression starts with no name.
    """
    names = {root_name(expr)} | {root_name(loop.iterable) for loop in place.loops if loop.target == expr and loop.iterable is not None}
    caller = place.caller
    module = FunctionKey(caller.key.path, MODULE)
    shared = names if caller.key == module else names - caller.body.bound
    project = caller.analysis.project
    facts = project.module(caller.key.path) if shared else None
    for fact in (*facts.functions, None) if facts is not None else ():
        key = module if fact is None else FunctionKey(caller.key.path, fact.qualname)
        body = project.body(key)
        if key != caller.key and _applies(body, shared - body.bound):
            return True
    return "" in names or _applies(caller.body, names)


def _applies(body: Body, names: set[str]) -> bool:
    every = tuple(walk(body.statements))
    loops = (each for each in every if isinstance(each, ir.For) and root_name(each.iterable) in names)
    known = names | {loop.target.id for loop in loops if isinstance(loop.target, ir.Name)}
    return any(root_name(call.func) in known for statement in every for call in made_calls(statement))


def _applied(site: CallSite) -> str:
    """Returns the parameter that a call applies, which creates the variables of a layer or optimizer; empty if none."""
    held = site.func if not site.method else site.receiver if site.method in _APPLIES else None
    return held.parameter if held is not None else ""


def _arguments(use: RootCall) -> Iterator[tuple[str, Expr]]:
    call = use.caller.call(use.site)
    if call is not None:
        yield from use.caller.arguments(call, use.target).items()


def _builds(use: RootCall, calls: RootCalls) -> bool:
    """Whether the caller, or the top of its file, builds an object explicitly."""
    top = FunctionKey(use.caller.key.path, MODULE)
    callers = (use.caller, calls.caller(top, calls.analysis.eager_calls(top)))
    return any("build" in caller.methods for caller in callers)


def _instances(expr: Expr, place: ProgramPoint) -> Iterator[str]:
    """Yields a name for each different unbuilt object that an argument may be."""
    value = place.value(expr)
    if isinstance(expr, ir.Subscript):
        path = spelled_path(expr.value) or item_path(expr.value)
        one, every = [(expr.item.value, value)] if isinstance(expr.item, ir.Constant) else [], enumerate(place.value(expr.value).items or ())
        yield from (f"{path}[{key!r}]" for key, item in one or every if path and _is_unbuilt(item))
    elif isinstance(expr, ir.Name) and any(loop.target == expr for loop in place.loops):
        iterable = next(loop.iterable for loop in place.loops if loop.target == expr)
        items = (place.value(iterable).items if iterable is not None else None) or ()
        yield from (f"{expr.id}[{number}]" for number, item in enumerate(items) if _is_unbuilt(item))
    elif dotted_path(expr) and _is_unbuilt(value):
        yield f"{place.caller.key.path}:{dotted_path(expr)}"


def _is_unbuilt(value: Value) -> bool:
    """Whether Keras creates the variables of this object on its first call."""
    if value.kind is not Kind.OBJECT or not value.factory or canonical(value.factory) in keras.NO_SLOTS:
        return False
    return keras.makes_state(value.factory, keras_generation(value.factory))
