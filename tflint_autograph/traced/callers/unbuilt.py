"""Finds layers and optimizers that are passed to a traced function before their variables exist."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.bodies.walks import dotted_path
from tflint_autograph.project.callsites.caller import ProgramPoint
from tflint_autograph.project.callsites.root_calls import RootCall, RootCalls
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.tfapi import keras
from tflint_autograph.tfapi.names import canonical, keras_generation

_NO_SLOTS = frozenset({"keras.optimizers.SGD", "keras.layers.Dropout"})
"""Optimizers that create all variables in their constructor (FACTS variables_two_keras_optimizers_ok)."""

_APPLIES = frozenset({"apply_gradients", "apply", "minimize"})


def built_by_calls(use: RootCall, calls: RootCalls) -> Iterator[tuple[CallSite, str, int]]:
    """Yields the calls, in a traced function, of an argument for which several unbuilt instances are passed, with their number.

    Reported once, at the first use of the function.
    """
    uses = [one for one in calls.uses_of(use.key) if isinstance(one, RootCall)]
    flow = calls.analysis.results.get(use.key)
    if flow is None or not uses or uses[0] is not use:
        return
    applied = [(site, parameter) for _, site in sorted(flow.calls.items()) if (parameter := _applied(site))]
    if not applied or any(_builds(one, calls) for one in uses):
        return
    passed: dict[str, set[str]] = {parameter: set() for _, parameter in applied}
    for one in uses:
        for parameter, expr in _arguments(one):
            if parameter in passed:
                passed[parameter].update(_instances(expr, one.caller.place(one.site.index, one.at)))
    yield from ((site, parameter, len(passed[parameter])) for site, parameter in applied if len(passed[parameter]) > 1)


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
