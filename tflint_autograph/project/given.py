"""What TensorFlow and Keras hand to the functions they trace."""

from __future__ import annotations

from dataclasses import replace

from tflint_autograph.model.facts import Lowered, Parameter
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.assumptions import assumed
from tflint_autograph.project.evaluate import element_of
from tflint_autograph.project.flow import CallSite, Env

_STEPS = frozenset({"train_step", "test_step", "predict_step"})
"""Their one argument is whatever structure the data has."""

TENSOR = Value(Kind.TENSOR, Origin.FRESH, type="tensor")


def by_use(lowered: Lowered, entry: Env, parameters: str) -> Env:
    """The parameters of a root of which nothing is known, taken for tensors as far as their use allows.

    `parameters` is the word of `tfapi.tracing.Place`: only `passed` (what callers of a `tf.function` give) can be plain
    Python. A parameter with a default of None may be left out, which makes it less sure.
    """
    if parameters == "keras" and lowered.fact.name in _STEPS:
        return {}
    found: Env = {}
    for parameter in lowered.fact.parameters:
        value = entry.get(parameter.name)
        if value is None or parameter.kind in ("*", "**") or not _open(value):
            continue
        confidence = assumed(lowered.body, parameter.name)
        if confidence is None:
            continue
        if _optional(parameter) or (parameters == "keras" and parameter.default is not None):
            confidence = Confidence.LOW
        found[parameter.name] = replace(value, kind=Kind.TENSOR, type="tensor", confidence=confidence)
    return found


def _open(value: Value) -> bool:
    """Whether nothing at all is known of a value."""
    known = value.cls or value.klass or value.name or value.module or value.targets or value.type
    return value.kind is Kind.UNKNOWN and not known


def _optional(parameter: Parameter) -> bool:
    return parameter.default is not None


def positional(site: CallSite, parameters: str, root: str) -> tuple[Value, ...]:
    """What a call hands to the function it traces, by position, as far as the call shows it."""
    if root.endswith(("map_fn", "vectorized_map")):
        elements = site.argument(1, "elems")
        return (_graph(element_of(elements)),) if elements is not None else ()
    if root.endswith("while_loop"):
        carried = site.argument(2, "loop_vars")
        return tuple(_graph(item) for item in carried.items) if carried is not None and carried.items else ()
    if parameters == "elements" and site.receiver is not None and site.receiver.element is not None:
        element = site.receiver.element
        return element.items if element.type == "builtins.tuple" and element.items is not None else (element,)
    return ()


def _graph(value: Value) -> Value:
    """A value as it arrives inside the graph: numbers and arrays are tensors there."""
    if value.kind in (Kind.PYTHON, Kind.NUMPY, Kind.VARIABLE):
        return TENSOR
    return value
