"""Finds the project functions that a call in traced code runs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.joins import MOST_CLASSES
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import UNKNOWN, Callee, Kind, Value, each_of
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.decorators import DISPATCHING, is_cached, put_around
from tflint_autograph.project.interpreter.called import run_by
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.values.body_result import BodyResult, CallSite
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.project.values.signature import takes


def callees(analysis: Analysis, caller: FunctionKey, site: CallSite, args: Arguments) -> tuple[Callee, ...]:
    """Returns the functions that a call in the traced function `caller` runs with `args`.

    Of several overrides, those whose signature fits.
    """
    found = run_by(analysis, site.func, traced=True, constructs=True)
    found = chosen(analysis, found, args) if len(found) > 1 else found
    if len(analysis.giving(found)) < 2:
        return found
    # Where it runs once, most likely before anything is traced, it is not known which of them it calls then.
    return () if is_cached(analysis, caller) else _fitting(analysis, found, args)


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


def chosen(analysis: Analysis, found: tuple[Callee, ...], args: Arguments) -> tuple[Callee, ...]:
    """Returns those of the possible functions that `functools.singledispatch` may select for the first argument."""
    generic, *others = found
    if not args or args[0][0] is not None or DISPATCHING not in analysis.decorator_names(generic.key):
        return found
    first = args[0][1]
    # An object of one of several classes may select another function for each.
    kept = {target for one in each_of(first) for target in _selected(analysis, generic, others, one)}
    return tuple(target for target in found if target in kept)


def _selected(analysis: Analysis, generic: Callee, others: list[Callee], first: Value) -> tuple[Callee, ...]:
    """Returns the functions that may be selected for a first argument of at most one known class."""
    fits = [(target, _has_type(analysis, first, _type_of(analysis, target.key))) for target in others]
    sure = tuple(target for target, known in fits if known)
    return sure or (generic, *[target for target, known in fits if known is None])


def _type_of(analysis: Analysis, key: FunctionKey) -> Value:
    """Returns the type a function is registered for, from its decorator or the annotation of its first parameter."""
    fact = analysis.project.function(key)
    for expr, _ in fact.decorators if fact is not None else ():
        if fact is not None and isinstance(expr, ir.Call) and expr.args:
            return analysis.evaluate_at_definition(key.path, fact.parent, expr.args[0].value)
    annotation = fact.parameters[0].annotation if fact is not None and fact.parameters else None
    return analysis.evaluate_at_definition(key.path, "", annotation) if annotation is not None else Value()


def _has_type(analysis: Analysis, value: Value, kind: Value) -> bool | None:
    """Whether a value is of a type; None where that is not known."""
    if value.kind is Kind.UNKNOWN and value.cls is None:
        return None
    if kind.klass is not None:
        return value.cls is not None and kind.klass in analysis.classes.mro(value.cls)
    if kind.name.startswith("builtins."):
        return value.type == kind.name if value.type or value.kind.graph else None
    return value.kind is Kind.TENSOR if kind.name == "tensorflow.Tensor" else None


_WRAPPER = "tensorflow.custom_gradient"


def is_wrapped(target: Callee, site: CallSite) -> bool:
    """Whether a call runs a function with a gradient of its own: one wrapped before, or passed to `tf.custom_gradient` here."""
    return target.wrapper == _WRAPPER or site.func.name == _WRAPPER


def gradients(analysis: Analysis, key: FunctionKey, flow: BodyResult, wrapped: Collection[FunctionKey]) -> Iterator[tuple[Callee, At]]:
    """Yields the functions that such a function returns besides its result, each with its place.

    Decorated functions are recognised; of others, `wrapped` says which are.
    """
    if flow.result is None or (key not in wrapped and _WRAPPER not in analysis.decorator_names(key)):
        return
    for target in (target for item in flow.result.items or () for target in item.callees):
        fact = analysis.project.function(target.key)
        yield target, fact.header if fact is not None else At(1, 1, 1, 1)
