"""Finds the project functions that calling a value runs."""

from __future__ import annotations

from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.interpreter.calls import called_methods
from tflint_autograph.project.values.scope import Scope


def run_by(scope: Scope, func: Value) -> tuple[FunctionKey, ...]:
    """Returns the project functions that a call of the value in traced code runs; for an object what Python or Keras calls."""
    methods = called_methods(scope.keras_kind(func.cls)) if func.cls is not None and not func.callees else ()
    every = (func, *(scope.attribute(func, method, traced=True) for method in methods))
    return tuple([target.key for value in every for target in value.callees])
