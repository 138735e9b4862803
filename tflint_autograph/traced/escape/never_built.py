"""Decides whether a traced function creates a Keras object without the variables that its first call would create."""

from __future__ import annotations

from collections.abc import Callable

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.execution_mode.method_only_use import PASSIVE
from tflint_autograph.project.points_to.object_uses import uses_of
from tflint_autograph.tfapi import keras, tables
from tflint_autograph.traced.escape.class_state import method_makes

_BY_MODELS = frozenset({"compile", "layers"})
"""What else a model of Keras 2 is asked for before it has variables. Under Keras 3 `compile` creates a metric."""


def is_never_built(analysis: Analysis, key: FunctionKey, at: At, made: Value, generation: Callable[[str], int]) -> bool:
    """Whether a function creates an object of the class `made` at this place, and shows that nothing calls or builds it.

    The object is a layer with weights, or its constructor, in the project, creates nothing but such layers.
    """
    is_lazy = _has_weights(made.name) if made.klass is None else _creates_weights_alone(analysis, made.klass, generation)
    used = uses_of(analysis, key, at) if is_lazy else ()
    known = PASSIVE - {"build"}
    if made.klass is not None and any(generation(name) == 2 for name in analysis.classes.external(made.klass) if keras.base(name)):
        known |= _BY_MODELS
    return bool(used) and all(each.attr in known or _is_own(analysis, made.klass, each.attr) for each in used)


def _is_own(analysis: Analysis, cls: ClassKey | None, attr: str) -> bool:
    """Whether methods of the class set the attribute."""
    return cls is not None and bool(analysis.classes.writers(cls, attr))


def _creates_weights_alone(analysis: Analysis, cls: ClassKey, generation: Callable[[str], int]) -> bool:
    """Whether the constructors of a class and its bases create no objects that have variables at once."""
    return not any(method_makes(analysis, base, "__init__", lambda name: keras.makes_state(name, generation(name)) and not _has_weights(name)) for base in analysis.classes.lineage(cls))


def _has_weights(name: str) -> bool:
    """Whether a name is a layer of Keras that creates its variables when it is called: not a seed, which Keras 3 creates at once."""
    return bool(name) and tables.result(name) == "layer" and keras.makes_state(name, 2)
