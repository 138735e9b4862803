"""The values of a function's parameters before any caller is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import ClassKey, FunctionFact, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import NOTHING, UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.bodies.usage_inference import is_no_tensor
from tflint_autograph.project.queries.memoize import memoised
from tflint_autograph.project.queries.query import query
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.project.values.elements import ELEMENT
from tflint_autograph.tfapi import effects

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


class Parameters:
    """Values of the parameters that a call of a traced function leaves out. Treat the results as read-only.

    They are cached only for traced functions, which are interpreted repeatedly.
    """

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.cycle_guard = analysis.cycle_guard

    @query
    def alone(self, key: FunctionKey) -> Env:
        """Returns the values of all parameters of a function, as `parameters` does."""
        one = self.analysis.eager_functions.one
        return {name: one(value) for name, value in parameters(self.analysis, key, Origin.UNKNOWN).items()}

    @query
    def left(self, key: FunctionKey, name: str) -> Value:
        """Returns the value of a parameter left to its default. A container or array default is shared by all calls.

        A tensor default is eager, as `def` evaluates it, unless an enclosing function is traced.
        """
        fact, value = self.analysis.project.function(key), UNKNOWN
        for parameter in fact.parameters if fact is not None else ():
            if fact is not None and parameter.name == name and parameter.default is not None:
                value = self.analysis.evaluate_at_definition(key.path, fact.parent, parameter.default)
        in_trace = fact is not None and self.analysis.is_interpreted(FunctionKey(key.path, fact.parent))
        made_once = value.kind in (Kind.CONTAINER, Kind.NUMPY, Kind.TENSOR) and not in_trace
        owner = Origin.OUTER if made_once else value.origin
        return value._replace(origin=owner, spelling=name, parameter=name)


def parameters(analysis: Analysis, key: FunctionKey, origin: Origin) -> Env:
    """Returns the parameter values of a function from annotations and defaults, else unknown values of this origin."""
    fact = analysis.project.function(key)
    entry: Env = {}
    if fact is None:
        return entry
    for number, parameter in enumerate(fact.parameters):
        value = None
        if number == 0 and fact.owner:
            value = _receiver(analysis, key, fact)
        if value is None and parameter.annotation is not None:
            value = _told_by_annotation(analysis, key, parameter.name, parameter.annotation)
        if value is None and parameter.default is not None:
            value = _told_by_default(analysis.evaluate_at_definition(key.path, fact.parent, parameter.default))
        if parameter.kind in ("*", "**"):
            type_name = "builtins.tuple" if parameter.kind == "*" else "builtins.dict"
            element = value or Value(origin=origin, spelling=f"{parameter.name}{ELEMENT}")
            value = Value(Kind.CONTAINER, Origin.FRESH, type=type_name, element=element, parameter=parameter.name)
        elif value is None:
            value = _untold(parameter.name, origin)
        else:
            place = value.spelling or parameter.name
            value = value._replace(origin=max(value.origin, origin), spelling=place, parameter=parameter.name)
        entry[parameter.name] = value
    return entry


@memoised(4096)
def _untold(name: str, origin: Origin) -> Value:
    """Returns the value of a parameter without annotation or default."""
    return Value(origin=origin, spelling=name, parameter=name)


def _receiver(analysis: Analysis, key: FunctionKey, fact: FunctionFact) -> Value | None:
    words = analysis.decorator_names(key)
    owner = ClassKey(key.path, fact.owner)
    if "builtins.staticmethod" in words:
        return None
    if "builtins.classmethod" in words or fact.name in ("__new__", "__init_subclass__", "__class_getitem__"):
        return Value(Kind.CALLABLE, Origin.OUTER, klass=owner, spelling="cls")
    return Value(Kind.OBJECT, Origin.OUTER, cls=owner, spelling=fact.receiver)


def _told_by_annotation(analysis: Analysis, key: FunctionKey, name: str, annotation: Expr) -> Value | None:
    """Returns the value an annotation promises for a parameter, unless the body uses an alleged tensor in a way no tensor supports.

    Keras passes datasets to `fit`, and their elements to `call`, whatever the annotations say.
    """
    value = analysis.annotated(annotation, key.path)
    if value is not None and value.kind is Kind.DATASET and _is_call_of_keras(analysis, key):
        return None
    lowered = analysis.project.lowered(key) if value is not None and value.kind is Kind.TENSOR else None
    return None if lowered is not None and is_no_tensor(lowered.body, name) else value


def _is_call_of_keras(analysis: Analysis, key: FunctionKey) -> bool:
    fact = analysis.project.function(key)
    return fact is not None and fact.name == "call" and bool(fact.owner) and bool(analysis.keras_kind(ClassKey(key.path, fact.owner)))


def _told_by_default(value: Value) -> Value | None:
    """Returns the value a default implies for a parameter: a container stays one, a number is likely to be replaced."""
    if value.kind in (Kind.CONTAINER, Kind.OBJECT):
        return value._replace(origin=Origin.ARGUMENT, const=NOTHING)
    if value.callees or effects.acts(value.name):
        return value
    if value.kind is Kind.PYTHON:
        return Value(Kind.PYTHON, Origin.UNKNOWN, type=value.type, confidence=Confidence.MEDIUM)
    return None


def may_be_told(stored: Value) -> bool:
    """Whether a parameter's argument may be more precise than the value stored from it under an attribute or name.

    True for a function passed where the default is a function name, and for elements of a container argument.
    """
    if stored.kind is Kind.CONTAINER:
        return stored.element is None or (stored.element.kind is Kind.UNKNOWN and not stored.element.possible_classes)
    return stored.kind is Kind.UNKNOWN or (bool(stored.parameter) and stored.type == "builtins.str")
