"""Converts values that cross the boundary of a scope or a call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tflint_autograph.model.dtypes import of_tensor
from tflint_autograph.model.facts import MODULE, FunctionFact, FunctionKey
from tflint_autograph.model.values import BOTTOM, UNKNOWN, Callee, Kind, Origin, Value, outside
from tflint_autograph.project.bodies.single import is_short
from tflint_autograph.project.interpreter.calls import KINDS
from tflint_autograph.project.interpreter.records import made_for
from tflint_autograph.project.values.bound import MADE_OF, OF_CLASS, made_of
from tflint_autograph.project.values.dtypes import of_value
from tflint_autograph.project.values.parameters import may_be_told
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.project.values.signature import bind

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def outer(value: Value, place: str) -> Value:
    """Returns a value of an outer scope as traced code sees it: its containers and objects live outside the call."""
    return value._replace(origin=Origin.OUTER, spelling=place, parameter="", callees=outside(value.callees, place))


def enclosing(analysis: Analysis, key: FunctionKey, name: str, *, traced: bool) -> Value:
    """Returns the value of a variable of the enclosing function `key`: from its own trace if it is traced too, else as a value from
    outside the call.
    """
    if traced and analysis.is_interpreted(key) and not (analysis.running is not None and analysis.running in analysis.roots):
        nothing = UNKNOWN if key in analysis.results else BOTTOM
        return (analysis.part(key, "bindings", name) or nothing)._replace(parameter="")
    value = analysis.eager_calls(key).bindings.get(name, UNKNOWN)
    if traced and may_be_told(value) and analysis.arguments_of(key) is not None:
        given = analysis.eager_functions.with_arguments(key).bindings.get(name, value)
        value = value if given.kind in (Kind.UNKNOWN, Kind.NONE) else given
    elif traced and value.parameter == name and may_be_told(value) and not _is_around_root(analysis, key):
        given = analysis.visible_arguments.given(key).get(name, value)
        value = given if given.cls is not None or given.possible_classes or given.callees or given.name else value
    return outer(value, name) if traced else value._replace(parameter="")


def _is_around_root(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether a root is defined in a function: which of its calls make the root is known (`known_arguments`)."""
    return any(root.path == key.path and root.qualname.startswith(f"{key.qualname}.<locals>.") for root in analysis.roots)


def in_call(value: Value, fact: FunctionFact, target: Callee, args: Arguments, *, is_cached: bool) -> Value:
    """Returns the result of one call of a function, of which `value` is the result for all callers; `is_cached` says that it keeps it."""
    if value.parameter or value.items is not None or value.items_by_key:
        # Few results are a parameter, or may hold one.
        value = substitute(value, bind(fact, target, args))
    elif value.factory == MADE_OF:
        value = made_of(bind(fact, target, args).get(value.spelling))
    elif value.factory == OF_CLASS and value.cls is not None:
        value = made_for(value, bind(fact, target, args).get(value.spelling))
    if target.wrapper == "tensorflow.custom_gradient" and value.items:
        # What it returns beside its result is the gradient, which the caller never sees.
        value = value.items[0]
    if is_cached:
        value = remembered(value, target, fact.name)
    return as_graph_result(value) if target.wrapper == "tensorflow.function" else value


def returned_here(analysis: Analysis, target: Callee, args: Arguments, *, traced: bool) -> Value | None:
    """Returns the result of one call of a short function: the value that it has for these arguments.

    None for other functions, where all calls pass the same, and where nothing is known of the value.
    """
    is_open = target.wrapper or analysis.nested == _DEEPEST or (analysis.is_unfinished(target.key) if not traced else not analysis.is_final)
    lowered = analysis.project.lowered(target.key) if not is_open else None
    if lowered is None or not is_short(lowered.body):
        return None
    left = {name: value._replace(parameter="") for name, value in analysis.default_values.alone(target.key).items()}
    entry = left | bind(lowered.fact, target, args)
    known = analysis.entries.get(target.key, {}) if traced else left
    if all(value == known.get(name, UNKNOWN)._replace(parameter="") for name, value in entry.items()):
        return None  # It is the same for all calls.
    analysis.nested += 1
    try:
        flow = analysis.run(target.key, lowered.body, lowered.fact.parent or MODULE, entry, traced=traced)
    finally:
        analysis.nested -= 1
    return flow.result if flow.result is not None and flow.result.kind is not Kind.UNKNOWN else None


_DEEPEST = 2
"""Maximum depth of nested calls of short functions that are interpreted for one call."""


def generator_of(yielded: Value | None, fact: FunctionFact, target: Callee, args: Arguments) -> Value:
    """Returns what a call of a generator function gives, of which `yielded` is what it yields for all callers."""
    known = yielded if yielded is not None and yielded.kind is not Kind.BOTTOM else None
    element = substitute(known, bind(fact, target, args)) if known is not None else None
    return Value(Kind.OBJECT, Origin.FRESH, type="builtins.generator", element=element)


def substitute(value: Value, bound: Mapping[str, Value]) -> Value:
    """Returns a function's result for this caller: a parameter is replaced by its argument in `bound`."""
    if value.parameter:
        return bound.get(value.parameter, value._replace(parameter=""))
    if value.items_by_key:
        return value._replace(items_by_key=tuple([(name, substitute(item, bound)) for name, item in value.items_by_key]))
    if value.items is None:
        return value
    return value._replace(items=tuple(substitute(item, bound) for item in value.items))


def is_open(env: Mapping[str, Value]) -> bool:
    """Whether a length of one of the values is unknown at trace time."""
    return any(value.unknown_axes for value in env.values())


def remembered(value: Value, target: Callee, name: str) -> Value:
    """Returns the result of a function that caches it, such as `functools.cached_property`: all callers share one object."""
    if value.origin is not Origin.FRESH or value.kind not in (Kind.CONTAINER, Kind.OBJECT, Kind.NUMPY):
        return value
    owner = target.receiver
    if owner is None:
        return value._replace(origin=Origin.OUTER, spelling=f"{name}()", parameter="")
    place = f"{owner.spelling}.{name}" if owner.spelling else name
    return value._replace(origin=owner.origin, spelling=place, parameter="")


def as_graph_result(value: Value) -> Value:
    """Returns the result of a traced function: numbers and strings become tensors (FACTS forms_return_python_values)."""
    if value.kind is Kind.PYTHON:
        return Value(Kind.TENSOR, Origin.FRESH, type="tensor", dtype=of_tensor(of_value(value)))
    return value


def kind_word(value: Value) -> str:
    """Returns the word in `tfapi.tables` for the type of a value, or an empty string."""
    if value.type and not value.type.startswith("builtins."):
        return value.type
    return _WORDS.get(value.kind, "")


_WORDS = {kind: word for word, kind in reversed(KINDS.items())}

