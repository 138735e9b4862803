"""Finds the project functions that a call in traced code runs."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Callee, Kind, Origin, Value, each_of
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.decorators import escapes, is_cached
from tflint_autograph.project.interpreter.calls import called_methods
from tflint_autograph.project.tracing.dispatched import chosen
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.project.values.signature import takes


def callees(analysis: Analysis, caller: FunctionKey, site: CallSite, args: Arguments) -> tuple[Callee, ...]:
    """Returns the functions that a call in the traced function `caller` runs with `args`.

    Of several overrides, those whose signature fits.
    """
    found = tuple(_named(analysis, site))
    found = chosen(analysis, found, args) if len(found) > 1 else found
    if len(found) < 2:
        return found
    # Where it runs once, most likely before anything is traced, it is not known which of them it calls then.
    return () if is_cached(analysis, caller) else _fitting(analysis, found, args)


def _named(analysis: Analysis, site: CallSite) -> Iterator[Callee]:
    """Yields the called functions, methods and constructors, and what Python and Keras run when an instance is called."""
    func = site.func
    yield from (target for target in func.callees if not escapes(target))
    for one in each_of(func) or (func,):
        if one.klass is not None:
            made = Value(Kind.OBJECT, Origin.FRESH, cls=one.klass, exact=True)
            yield from (target._replace(receiver=one) for target in analysis.attribute(one, "__new__", traced=True).callees)
            filling = "__post_init__" if analysis.classes.makes_fields(one.klass) else "__init__"
            yield from analysis.attribute(made, filling, traced=True).callees
        for method in called_methods(analysis.keras_kind(one.cls)) if one.cls is not None else ():
            yield from analysis.attribute(one, method, traced=True).callees


def _fitting(analysis: Analysis, found: tuple[Callee, ...], args: Arguments) -> tuple[Callee, ...]:
    """Returns the possible overrides whose signature fits the arguments, or all if none fits."""
    facts = ((target, analysis.project.function(target.key)) for target in found)
    return tuple([target for target, fact in facts if fact is None or takes(fact, target, args)]) or found


def may_be_several(value: Value) -> bool:
    """Whether a value is an object whose class is not known exactly."""
    return value.kind is Kind.OBJECT and value.cls is None and not value.type
