"""Finds the models that Keras passes to callbacks, from calls of `fit` and the like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Value

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_MODEL = "model"
"""The attribute of a callback that Keras sets to the model."""

_CALLBACKS = "callbacks"
"""The argument that passes callbacks to a model."""


def model_path(analysis: Analysis, key: FunctionKey, expr: Expr) -> str:
    """Returns the dotted name of the model in an expression of a callback's method, such as `self.model`; else an empty string."""
    while isinstance(expr, ir.Attribute) and not isinstance(expr.value, ir.Name):
        expr = expr.value
    fact = analysis.project.function(key)
    if not isinstance(expr, ir.Attribute) or not isinstance(expr.value, ir.Name) or expr.attr != _MODEL or fact is None:
        return ""
    is_callback = expr.value.id == fact.receiver and analysis.keras_kind(ClassKey(key.path, fact.owner)) == "callback"
    return f"{expr.value.id}.{_MODEL}" if is_callback else ""


def models_of(analysis: Analysis, key: FunctionKey) -> Iterator[Value]:
    """Yields the models of the project that are run with a callback of the method's class, or of a subclass."""
    fact = analysis.project.function(key)
    own = ClassKey(key.path, fact.owner if fact is not None else "")
    for scope in analysis.project.all_mentioning(frozenset({_CALLBACKS})):
        for site in analysis.eager_calls(scope).calls.values():
            given, model = site.argument(None, _CALLBACKS), site.receiver
            if given is not None and model is not None and model.cls is not None and _holds(analysis, given, own):
                yield model


def _holds(analysis: Analysis, given: Value, own: ClassKey) -> bool:
    """Whether an instance of the class is among the callbacks that are passed to a call."""
    held = (given, given.element, *(given.items or ()))
    classes = (cls for each in held if each is not None for cls in (each.cls, *each.possible_classes) if cls is not None)
    return any(own in analysis.classes.mro(cls) for cls in classes)


def is_repeated_hook(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether Keras calls a method of a callback again and again while it runs a model."""
    method = analysis.keras_versions.method(key)
    return method is not None and method.name in method.base.repeated
