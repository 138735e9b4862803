"""Decides whether creating an instance of a project class creates variables."""

from __future__ import annotations

from collections.abc import Callable

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.execution_mode.method_only_use import PASSIVE
from tflint_autograph.project.points_to.object_uses import uses_of
from tflint_autograph.project.values.body_result import BodyResult, CallSite
from tflint_autograph.tfapi import keras, tables
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function_view import FunctionView

_MAKERS = ("__init__", "build")
_DEPTH = 3
"""Maximum depth to which calls are followed."""


def makes_state(analysis: Analysis, cls: ClassKey, generation: Callable[[str], int]) -> bool:
    """Whether a class derives from a Keras class with variables, or creates variables or such objects itself.

    A subclass of `Layer` without weights creates none (FACTS variables_keras_stateless_layer_in_body_ok).
    """
    if not analysis.keras_kind(cls):
        return False
    plain = {"keras.Layer", "keras.layers.Layer", "keras.Model", "keras.layers.AbstractRNNCell", "keras.layers.Wrapper"}
    names = [name for name in analysis.classes.external(cls) if keras.base(name)]
    if any(keras.makes_state(name, generation(name)) and canonical(name) not in plain for name in names):
        return True
    return any(method_makes(analysis, cls, method, lambda name: keras.makes_state(name, generation(name))) for method in _MAKERS)


def makes_objects(fn: FunctionView) -> bool:
    """Whether the function creates an instance of a project class for which `makes_state` is true."""
    classes = {site.func.klass for site in fn.calls if site.func.klass is not None and not site.func.name}
    return any(makes_state(fn.analysis, cls, fn.generation) for cls in classes)


def method_makes(analysis: Analysis, cls: ClassKey, method: str, stateful: Callable[[str], bool]) -> bool:
    """Whether a method of a class, or a function it calls, creates variables, or objects of classes outside the project that are `stateful`.
    """
    key = analysis.classes.method(cls, method)
    return key is not None and _makes(analysis, analysis.eager_calls(FunctionKey(*key)), stateful, _DEPTH)


def _makes(analysis: Analysis, flow: BodyResult, stateful: Callable[[str], bool], depth: int) -> bool:
    for site in flow.calls.values():
        name = site.func.name
        if name and (keras.makes_variables(name) or stateful(name)) and not is_told(site):
            return True
        if site.method and keras.method_makes_variables(site.method) and site.receiver is not None:
            return site.receiver.kind is Kind.OBJECT
        called = [target.key for target in site.func.callees if depth and not target.wrapper]
        if any(_makes(analysis, analysis.visible_arguments.flow(key), stateful, depth - 1) for key in called):
            return True
    return False


def is_told(site: CallSite) -> bool:
    """Whether a call passes a layer everything it would otherwise store in variables: `Normalization(mean=m, variance=v)`."""
    given = [site.argument(place, keyword) for place, keyword in keras.told(site.func.name)] if site.func.name else []
    return bool(given) and all(each is not None and each.kind is not Kind.NONE for each in given)


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
