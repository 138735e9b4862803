"""Selects the functions that `functools.singledispatch` may choose for a call, by the type of its first argument."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Callee, Kind, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.dispatching import DISPATCHING
from tflint_autograph.project.values.scope import Arguments


def chosen(analysis: Analysis, found: tuple[Callee, ...], args: Arguments) -> tuple[Callee, ...]:
    """Returns those of the possible functions that `functools.singledispatch` may select for the first argument."""
    generic, *others = found
    if not args or args[0][0] is not None or DISPATCHING not in analysis.decorator_names(generic.key):
        return found
    fits = [(target, _has_type(analysis, args[0][1], _type_of(analysis, target.key))) for target in others]
    sure = tuple(target for target, known in fits if known)
    return sure or (generic, *[target for target, known in fits if known is None])


def _type_of(analysis: Analysis, key: FunctionKey) -> Value:
    """Returns the type a function is registered for, from its decorator or the annotation of its first parameter."""
    fact = analysis.project.function(key)
    for expr, _ in fact.decorators if fact is not None else ():
        if fact is not None and isinstance(expr, ir.Call) and expr.args:
            return analysis.evaluate_at_definition(key.path, fact.parent, expr.args[0].value)
    annotation = fact.parameters[0].annotation if fact is not None and fact.parameters else None
    return analysis.evaluate_at_definition(key.path, "", annotation) if annotation is not None else Value()


def _has_type(analysis: Analysis, value: Value, kind: Value) -> bool | None:
    """Whether a value is of a type; None where that is not known."""
    if value.kind is Kind.UNKNOWN and value.cls is None:
        return None
    if kind.klass is not None:
        return value.cls is not None and kind.klass in analysis.classes.mro(value.cls)
    if kind.name.startswith("builtins."):
        return value.type == kind.name if value.type or value.kind.graph else None
    return value.kind is Kind.TENSOR if kind.name == "tensorflow.Tensor" else None
