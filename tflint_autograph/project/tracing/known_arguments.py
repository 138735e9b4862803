"""What the eager code of a project passes: to the roots that it calls, and to what makes functions, objects and containers of them."""

from __future__ import annotations

from collections.abc import Mapping

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import CONVERTED, UNKNOWN, Kind, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.roots.arguments import call_sites
from tflint_autograph.project.roots.constructor_fields import constructor_arguments
from tflint_autograph.project.roots.container_adds import container_additions
from tflint_autograph.project.roots.factories import factory_arguments
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.roots.roots import Roots
from tflint_autograph.project.tracing.callees import may_be_several


def arguments_of_calls(analysis: Analysis, found: Mapping[FunctionKey, list[Root]]) -> None:
    """Enters into the entry states of roots what plain calls in eager code pass to them, where `tf.function` alone traces them."""
    called = frozenset(key for key, roots in found.items() if all(root.word == "tf.function" for root in roots))
    for key, values in call_sites(analysis, called).items():
        entry = analysis.entries[key]
        values = {name: _as_specified(value, entry.get(name, UNKNOWN)) for name, value in values.items()}
        # Objects of several classes are still of the class that the annotation says.
        entry.update({name: value for name, value in values.items() if not may_be_several(value) or entry.get(name, UNKNOWN).cls is None})


def _as_specified(value: Value, told: Value) -> Value:
    """Returns an argument with the dtype that an `input_signature` gives it: arrays are converted to that one."""
    is_cast = value.type == CONVERTED and told.kind is Kind.TENSOR and bool(told.dtype)
    return value._replace(type=told.type, dtype=told.dtype) if is_cast else value


def arguments_of_eager_code(analysis: Analysis, roots: Roots, found: Mapping[FunctionKey, list[Root]]) -> None:
    """Sets the known arguments of functions that eager code calls to make roots, their objects, or the containers that they read."""
    every = tuple(root for known in found.values() for root in known)
    factories = factory_arguments(analysis, every)
    for key, values in (*factories.items(), *constructor_arguments(analysis, every, factories.values()).items()):
        analysis.known_arguments[key] = values
    for key, values in container_additions(analysis, roots, every).items():
        analysis.known_arguments[key] = values
