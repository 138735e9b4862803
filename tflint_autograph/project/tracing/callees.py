"""Finds the project functions that a call in traced code runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.joins import MOST_CLASSES
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import UNKNOWN, Callee, Kind, Origin, Value, each_of
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.decorators import escapes, is_cached, put_around
from tflint_autograph.project.interpreter.calls import called_methods
from tflint_autograph.project.roots.root import Root
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


def may_be_new(analysis: Analysis, caller: FunctionKey, site: CallSite) -> bool:
    """Whether a call in the traced function `caller` runs a function that has no result yet, or passes one on that may be run."""
    func = site.func
    is_object = func.cls is not None or func.klass is not None or bool(func.possible_classes)
    called = callees(analysis, caller, site, site.args) if is_object else func.callees
    return any(target.key not in analysis.results for target in called) or any(value.callees for _, value in site.args)


def of_one_among(functions: int) -> Confidence:
    """Returns the confidence that a call runs one of this many possible functions, such as the overrides of a method.

    A program has objects of few of the classes of a large library.
    """
    return Confidence.HIGH if functions <= MOST_CLASSES else Confidence.LOW


def wrappers(analysis: Analysis, key: FunctionKey, roots: Iterable[Root]) -> Iterator[tuple[Callee, At, Arguments]]:
    """Yields the wrappers that decorators put around a root (`@tf.function` above `@timed`), each with place and arguments."""
    fact = analysis.project.function(key)
    if fact is None or not fact.decorators:
        return
    below = not any(root.word.startswith("Keras ") for root in roots)
    given = tuple([(None, analysis.entries[key].get(each.name, UNKNOWN)) for each in fact.parameters if each.kind == "positional"])
    for target in put_around(analysis, key, below=below):
        yield target, fact.header, given
