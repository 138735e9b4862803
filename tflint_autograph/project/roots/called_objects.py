"""Which functions of the project run when a value is called."""

from __future__ import annotations

from tflint_autograph.model.values import Callee, Kind, Value, each_of
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.decorators import escapes
from tflint_autograph.project.interpreter.calls import called_methods


def callables(value: Value | None, analysis: Analysis, *, each: bool = False) -> tuple[Callee, ...]:
    """Returns the project functions that run when a value is called; with `each`, also those inside a container."""
    if value is None:
        return ()
    found = [target for target in value.callees if not escapes(target)]
    for one in each_of(value) if value.possible_classes else (value,):
        for method in called_methods(analysis.keras_kind(one.cls)) if one.cls is not None else ():
            found += analysis.attribute(one, method, traced=False).callees
    if each:
        for part in (*(value.items or ()), *([value.element] if value.element else [])):
            found += callables(part, analysis, each=True)
    return tuple(dict.fromkeys(found))


def binds_unknown(target: Callee) -> bool:
    """Whether `functools.partial` has bound a parameter of the function around it, of which nothing is known there."""
    return any(value.kind is Kind.UNKNOWN and value.parameter for value in (*target.bound_args, *(value for _, value in target.bound_keywords)))
