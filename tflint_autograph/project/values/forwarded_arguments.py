"""The arguments that TensorFlow and Keras pass to the functions they trace."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

from tflint_autograph.model.facts import FunctionKey, Lowered, Parameter
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.bodies.usage_inference import assumed, needs_number
from tflint_autograph.project.values.body_result import CallSite, Env
from tflint_autograph.project.values.elements import element_of
from tflint_autograph.project.values.hints import rules_out_tensor
from tflint_autograph.project.values.signature import bind

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_STEPS = frozenset({"train_step", "test_step", "predict_step"})
"""Steps whose single argument has the structure of the data."""

TENSOR = Value(Kind.TENSOR, Origin.FRESH, type="tensor")


def by_use(analysis: Analysis, key: FunctionKey, entry: Env, parameters: str) -> Env:
    """Returns values for root parameters of unknown kind: assume tensor unless their use contradicts it.

    `parameters` is a word of `tfapi.tracing.Place`: only `passed` (arguments of a `tf.function`) can be Python values. A parameter with
    default None may be left out, which lowers the confidence. So does a use that takes numbers alone, if other parameters
    have none: they may be the tensors.
    """
    lowered = analysis.project.lowered(key)
    if lowered is None or (parameters == "keras" and lowered.fact.name in _STEPS):
        return {}
    found: Env = {}
    handed = cache(partial(_handed_on, analysis))
    numbers = {name for name in lowered.fact.given if needs_number(lowered.body, name)}
    # A Lambda layer hands its input over first, and behind it the plain `arguments` it was given.
    for parameter in lowered.fact.parameters[: 1 if parameters == "lambda" else None]:
        value = entry.get(parameter.name)
        if value is None or parameter.kind in ("*", "**") or not says_nothing(value):
            continue
        if parameter.annotation is not None and rules_out_tensor(analysis, parameter.annotation, key.path):
            continue
        confidence = _used(analysis, handed, key, parameter.name, depth=3)
        if confidence is None:
            continue
        is_number = parameters == "passed" and parameter.name in numbers < lowered.fact.given
        if is_number or _optional(parameter) or (parameters == "keras" and parameter.default is not None):
            confidence = Confidence.LOW
        elif parameters == "tensor":
            confidence = Confidence.HIGH
        found[parameter.name] = value._replace(kind=Kind.TENSOR, type="tensor", confidence=confidence)
    return found


Handed = dict[str, list[tuple[FunctionKey, str]]]
"""By parameter of a function: the parameters of helpers to which it is forwarded unchanged."""


def _used(
    analysis: Analysis, handed: Callable[[FunctionKey], Handed], key: FunctionKey, name: str, depth: int
) -> Confidence | None:
    """Returns the confidence of `assumed` for a parameter and the helper parameters it is forwarded to."""
    worst = _assumed_in(analysis, key, name)
    if worst is None or not depth:
        return worst
    for callee, parameter in handed(key).get(name, ()):
        said = _used(analysis, handed, callee, parameter, depth - 1)
        if said is None:
            return None
        worst = min(worst, said)
    return worst


def _assumed_in(analysis: Analysis, key: FunctionKey, name: str) -> Confidence | None:
    """Returns the confidence of `assumed` for a name in a function and in the nested functions that share it."""
    lowered = analysis.project.lowered(key)
    if lowered is None:
        return Confidence.MEDIUM
    worst = assumed(analysis.written_out(key), name)
    for inner in (FunctionKey(key.path, qualname) for qualname in lowered.body.functions):
        if worst is None:
            break
        nested = analysis.project.lowered(inner)
        if nested is not None and name not in nested.body.bound:
            said = _assumed_in(analysis, inner, name)
            worst = None if said is None else min(worst, said)
    return worst


def _handed_on(analysis: Analysis, key: FunctionKey) -> Handed:
    found: Handed = {}
    for site in analysis.eager_calls(key).calls.values():
        for target in site.func.callees if site.at not in analysis.calls_written_out(key) else ():
            fact = analysis.project.function(target.key)
            for parameter, value in bind(fact, target, site.args).items() if fact is not None else ():
                if value.parameter:
                    found.setdefault(value.parameter, []).append((target.key, parameter))
    return found


def says_nothing(value: Value) -> bool:
    """Whether nothing at all is known of a value."""
    known = value.cls or value.klass or value.name or value.module or value.callees or value.type
    return value.kind is Kind.UNKNOWN and not known


def said_of_tensor(analysis: Analysis, key: FunctionKey, lowered: Lowered, name: str) -> Confidence | None:
    """Returns the confidence of `assumed` for an argument that is assumed to be a tensor. An annotation may rule it out."""
    annotations = (each.annotation for each in lowered.fact.parameters if each.name == name and each.annotation is not None)
    if any(rules_out_tensor(analysis, each, key.path) for each in annotations):
        return None
    return assumed(lowered.body, name)


def _optional(parameter: Parameter) -> bool:
    return parameter.default is not None


def positional(site: CallSite, parameters: str, root: str) -> tuple[Value, ...]:
    """Returns the arguments a call passes to the function it traces, by position, as far as the call shows them."""
    if root.endswith(("map_fn", "vectorized_map", "ops.map")):
        elements = site.argument(1, "elems")
        return (_slice(elements),) if elements is not None else ()
    if root.endswith(("tf.scan", "foldl", "foldr")):
        elements, start = site.argument(1, "elems"), site.argument(2, "initializer")
        if elements is None or elements.kind not in (Kind.CONTAINER, Kind.TENSOR):
            return ()
        # Where nothing is given to start with, the first element is.
        first = _slice(elements)
        so_far = first if start is None else start if start.kind is Kind.CONTAINER else TENSOR
        return so_far, first
    if root.endswith("while_loop"):
        carried = site.argument(2, "loop_vars")
        return tuple(_graph(item) for item in carried.items) if carried is not None and carried.items else ()
    if parameters == "elements" and site.receiver is not None and site.receiver.element is not None:
        element = site.receiver.element
        return element.items if element.type == "builtins.tuple" and element.items is not None else (element,)
    if parameters == "state+elements" and site.receiver is not None and site.receiver.element is not None:
        # `Dataset.scan` and `reduce` pass an element of several components as one argument.
        state = site.argument(0, "initial_state")
        return (_graph(state), site.receiver.element) if state is not None else ()
    return ()


def _slice(mapped: Value) -> Value:
    """Returns the argument of a mapped function: a slice of a tensor, or a structure of slices."""
    if mapped.kind is Kind.CONTAINER:
        items = None if mapped.items is None else tuple([_slice(item) for item in mapped.items])
        element = None if mapped.element is None else _slice(mapped.element)
        return Value(Kind.CONTAINER, Origin.FRESH, type=mapped.type, items=items, element=element)
    given = _graph(element_of(mapped))
    return given if given is TENSOR else given._replace(confidence=min(given.confidence, mapped.confidence))


def _graph(value: Value) -> Value:
    """Returns a value as it arrives inside the graph: numbers and arrays become tensors."""
    if value.kind in (Kind.PYTHON, Kind.NUMPY, Kind.VARIABLE):
        return TENSOR
    return value
