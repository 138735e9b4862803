"""Rewrites an expression over the parameters of a function as its callers would write it, and what it returns likewise."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import Parameter
from tflint_autograph.project.bodies.liveness import stored
from tflint_autograph.project.bodies.walks import descendants
from tflint_autograph.project.callsites.caller import ProgramPoint
from tflint_autograph.project.callsites.renaming import rewritten
from tflint_autograph.project.callsites.root_calls import RootCalls
from tflint_autograph.traced.callers.entered import entered, returned


def in_callers(expr: Expr, place: ProgramPoint, calls: RootCalls) -> Iterator[tuple[Expr, ProgramPoint]]:
    """Yields an expression as the callers of its function would write it, each with the place of the call.

    Only calls that may pass varying values for one of its parameters count. Yields nothing if the expression reads other names than
    parameters that are not rebound, and built-in functions.
    """
    names = {each.id for each in descendants(expr) if isinstance(each, ir.Name)}
    found = [each for each in _parameters(place) if each.name in names]
    if not found or not all(_is_builtin(name, place) for name in names - {each.name for each in found}):
        return
    for parameter in found:
        for outer, site, target in calls.varying_calls_of(place.caller.key, parameter):
            call = outer.call(site)
            given = outer.arguments_and_receiver(call, target) if call is not None else {}
            if all(each.name in given for each in found):
                yield rewritten(expr, given), outer.place(site.index, site.at)


def spelled_by_callers(expr: Expr, place: ProgramPoint, calls: RootCalls) -> Iterator[tuple[Expr, ProgramPoint]]:
    """Yields an expression with its place, and if it is a name, what the callers of its function pass for it (`in_callers`)."""
    yield expr, place
    if isinstance(expr, ir.Name):
        yield from in_callers(expr, place, calls)


def spelled_by_callee(call: Expr, place: ProgramPoint) -> Iterator[Expr]:
    """Yields what a call of a project function returns as the caller would write it, where that reads nothing but parameters."""
    inside = entered(call, place) if isinstance(call, ir.Call) else None
    if inside is None or not isinstance(call, ir.Call):
        return
    inner, _, target = inside
    given = place.caller.arguments_and_receiver(call, target)
    bound = stored(inner.body.statements)
    for expr, where in returned(inner):
        names = {each.id for each in descendants(expr) if isinstance(each, ir.Name)}
        known = {name for name in names & given.keys() if name not in bound}
        if all(_is_builtin(name, where) for name in names - known):
            yield rewritten(expr, given)


def _parameters(place: ProgramPoint) -> Iterator[Parameter]:
    """Yields the parameters of the enclosing function that still have the values that were passed."""
    caller = place.caller
    for each in caller.fact.parameters if caller.fact is not None else ():
        is_one = each.kind in ("positional", "keyword")
        is_bound = each.name in caller.body.bound and place.env.get(each.name, place.value(ir.Name(each.name))).parameter != each.name
        if is_one and not is_bound:
            yield each


def _is_builtin(name: str, place: ProgramPoint) -> bool:
    return place.value(ir.Name(name)).name.startswith("builtins.")
