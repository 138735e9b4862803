"""Finds arguments that `tf.function` cannot trace: neither tensors nor structures of them, and not hashable (FACTS retracing,
"untraceable-argument").
"""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.callsites.root_calls import RootCall, RootCalls
from tflint_autograph.project.values.signature import bind
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.eager_runs.identity import is_unhashable
from tflint_autograph.traced.eager_runs.retraces import met

_UNHASHABLE = {
    "argparse.Namespace": "an `argparse.Namespace`", "builtins.bytearray": "a `bytearray`", "builtins.set": "a set",
    "collections.deque": "a `deque`", "types.SimpleNamespace": "a `SimpleNamespace`",
}  # fmt: skip
"""Types whose objects TensorFlow cannot trace, by the words for one of them."""

_SYMBOLIC = "keras.Input"
_OF_KERAS = "a symbolic tensor of Keras"

_FLATTENED = frozenset({"builtins.dict", "builtins.list", "builtins.tuple"})
"""Types of containers whose contents are arguments of their own."""

_DEEPEST = 3
"""Maximum number of containers in each other that are looked into."""


@record
class Untraceable:
    """An argument of a call: the parameter that gets it, what it is in words, and the confidence that it is."""

    parameter: str
    what: str
    confidence: Confidence


def untraceable_arguments(use: RootCall, calls: RootCalls) -> Iterator[Untraceable]:
    """Yields the arguments of a call that cannot be traced, by what is recorded of the call, and by what runs of eager code pass there."""
    analysis = calls.analysis
    fact = analysis.project.function(use.key)
    if fact is None:
        return
    called = use.site.func.cls
    # Keras calls the `call` of a layer or model with placeholders instead of its symbolic tensors.
    replaced = _OF_KERAS if called is not None and analysis.keras_kind(called) else ""
    for name, value in bind(fact, use.target, use.site.args).items():
        what = untraceable(value, analysis) if name != fact.receiver else ""
        if what and what != replaced:
            yield Untraceable(name, what, value.confidence)
    passed = met(calls).unhashable.get((use.caller.key.path, use.at)) if not use.caller.traced else None
    if passed is not None:
        yield Untraceable(passed[0], _unhashable(passed[1]), Confidence.HIGH)


def untraceable(value: Value, analysis: Analysis, depth: int = _DEEPEST) -> str:
    """Returns what an argument is, or contains, that cannot be traced, in words (`a set`); an empty string if nothing is known."""
    if value.type in _UNHASHABLE:
        return _UNHASHABLE[value.type]
    if value.cls is not None and not value.possible_classes and is_unhashable(value.cls, analysis):
        return _unhashable(value.cls)
    if value.kind is Kind.TENSOR and value.provenance is not None and canonical(value.provenance.source) == _SYMBOLIC:
        return _OF_KERAS
    inside = value.contents if value.kind is Kind.CONTAINER and value.type in _FLATTENED and depth else ()
    keyed = tuple(item for _, item in value.items_by_key or ()) if inside else ()
    return next(filter(None, (untraceable(each, analysis, depth - 1) for each in (*keyed, *inside))), "")


def _unhashable(cls: ClassKey) -> str:
    """Returns what an object of a class is that Python cannot hash, in words."""
    return f"`{cls.qualname.rpartition('.')[2]}` is not hashable"
