"""Finds layers and optimizers that are passed to a traced function before their variables exist."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr
from tflint_autograph.model.facts import MODULE, FunctionFact, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.bodies.single import only_assignment
from tflint_autograph.project.bodies.walks import calls as made_calls
from tflint_autograph.project.bodies.walks import dotted_path, root_name, walk
from tflint_autograph.project.callsites.caller import ProgramPoint
from tflint_autograph.project.callsites.root_calls import RootCall, RootCalls
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.tfapi import keras, tables
from tflint_autograph.tfapi.names import canonical, keras_generation
from tflint_autograph.traced.callers.iterations import rounds_of
from tflint_autograph.traced.callers.passed_in import spelled_by_callers
from tflint_autograph.traced.callers.repeated import again

_NO_SLOTS = frozenset({"keras.optimizers.SGD", "keras.layers.Dropout"})
"""Optimizers that create all variables in their constructor (FACTS variables_two_keras_optimizers_ok)."""

_APPLIES = frozenset({"apply_gradients", "apply", "minimize"})


@record
class Built:
    """A call, in a traced function, that creates the variables of an argument.

    `site`: the call. `parameter`: the parameter that it applies. `instances`: which ones are passed, in words.
    `confidence`: that the second one is passed before its variables exist.
    """

    site: CallSite
    parameter: str
    instances: str
    confidence: Confidence


def built_by_calls(use: RootCall, calls: RootCalls) -> Iterator[Built]:
    """Yields the calls, in a traced function, of an argument for which several unbuilt instances are passed.

    Reported once, at the first use of the function.
    """
    uses = [one for one in calls.uses_of(use.key) if isinstance(one, RootCall)]
    flow = calls.analysis.results.get(use.key)
    if flow is None or not uses or uses[0] is not use:
        return
    applied = [(site, parameter) for _, site in sorted(flow.calls.items()) if (parameter := _applied(site))]
    if not applied or any(_builds(one, calls) for one in uses):
        return
    passed: dict[str, defaultdict[str, set[str]]] = {parameter: defaultdict(set) for _, parameter in applied}
    remade: dict[str, str] = {}
    built: set[str] = set()
    for one in uses:
        for parameter, expr in _arguments(one):
            if parameter in passed:
                place = one.caller.place(one.site.index, one.at)
                passed[parameter][_program(one)].update(_instances(expr, place))
                built |= {parameter} if _is_applied_elsewhere(expr, place) or _is_model(place.value(expr)) else set()
                remade.setdefault(parameter, _remade(expr, place, one, calls))
    for site, parameter in applied:
        if remade.get(parameter):
            yield Built(site, parameter, f"a new instance is created {remade[parameter]}", Confidence.MEDIUM)
        elif (count := _most(passed[parameter])) > 1:
            yield Built(site, parameter, f"{count} instances are passed", Confidence.LOW if parameter in built else Confidence.MEDIUM)


def _program(use: RootCall) -> str:
    """Returns the file of a call that is a program of its own, since nothing imports it; empty for a part of any program."""
    path = use.caller.key.path
    return "" if use.caller.analysis.importing.importers().get(path) else path


def _most(instances: dict[str, set[str]]) -> int:
    """Returns the largest number of instances that one program passes."""
    shared = instances.get("", set())
    return max((len(own | shared) for own in instances.values()), default=0)


def _remade(expr: Expr, place: ProgramPoint, use: RootCall, calls: RootCalls) -> str:
    """Returns in words how often an unbuilt object is created that nothing but the traced function applies; empty if once."""
    if use.caller.traced or use.key.qualname.startswith(f"{use.caller.key.qualname}."):
        return ""
    for spelled, where in spelled_by_callers(expr, place, calls):
        assign = only_assignment(where.caller.body, spelled.id) if isinstance(spelled, ir.Name) else None
        creating = spelled if assign is None else assign.value
        made = where.value(spelled)
        if not isinstance(creating, ir.Call) or not _is_unbuilt(made) or _is_model(made):
            continue
        if isinstance(spelled, ir.Name) and _applies(where.caller.body, {spelled.id}):
            continue
        there = where if assign is None else where.caller.place(assign.ordinal)
        if _is_as_new(use, place, there, calls):
            continue
        if any(rounds_of(loop, there) != 1 for loop in there.loops):
            return "in each iteration of a loop"
        found = again(there, calls)
        if found is not None and not found.by_others:
            return found.text if found.loop is None else f"on every call of `{where.caller.key.qualname}`"
    return ""


def _is_as_new(use: RootCall, place: ProgramPoint, there: ProgramPoint, calls: RootCalls) -> bool:
    """Whether the traced function is created as often as the object that is created at a place: it traces for the first time then.

    It is a method, of which each instance has its own trace, or a nested function that is returned.
    """
    call, fact = use.caller.call(use.site), use.caller.analysis.project.function(use.key)
    if call is None or fact is None or not (fact.owner or fact.parent):
        return False
    for spelled, where in spelled_by_callers(ir.Name(root_name(call.func)), place, calls):
        assign = only_assignment(where.caller.body, spelled.id) if isinstance(spelled, ir.Name) else None
        if assign is not None and isinstance(assign.value, ir.Call) and where.caller.key == there.caller.key:
            around = [each.statement for each in where.caller.place(assign.ordinal).loops]
            return all(each.statement in around for each in there.loops)
    return False


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
    shared = names if caller.key == module else names - caller.body.bound - _parameters(caller.fact)
    project = caller.analysis.project
    facts = project.module(caller.key.path) if shared else None
    for fact in (*facts.functions, None) if facts is not None else ():
        key = module if fact is None else FunctionKey(caller.key.path, fact.qualname)
        body = project.body(key)
        if key != caller.key and _applies(body, shared - body.bound - _parameters(fact)):
            return True
    return "" in names or _applies(caller.body, names)


def _parameters(fact: FunctionFact | None) -> set[str]:
    return set() if fact is None else {each.name for each in fact.parameters}


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
        container = place.value(expr.value)
        items = container.items or ()
        if place.value(expr.item).kind is not Kind.UNKNOWN and isinstance(expr.item, ir.Constant):
            items = (value,)
        path = dotted_path(expr.value)
        yield from (f"{path}[{number}]" for number, item in enumerate(items) if path and _is_unbuilt(item))
    elif isinstance(expr, ir.Name) and any(loop.target == expr for loop in place.loops):
        iterable = next(loop.iterable for loop in place.loops if loop.target == expr)
        items = (place.value(iterable).items if iterable is not None else None) or ()
        yield from (f"{expr.id}[{number}]" for number, item in enumerate(items) if _is_unbuilt(item))
    elif dotted_path(expr) and _is_unbuilt(value):
        yield f"{place.caller.key.path}:{dotted_path(expr)}"


def _is_unbuilt(value: Value) -> bool:
    """Whether Keras creates the variables of this object on its first call."""
    if value.kind is not Kind.OBJECT or not value.factory or canonical(value.factory) in _NO_SLOTS:
        return False
    return keras.makes_state(value.factory, keras_generation(value.factory))
