"""Resolves what an expression of eager code may refer to. Parameters are followed to the arguments of callers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.bodies.liveness import stored
from tflint_autograph.project.bodies.walks import root_name
from tflint_autograph.project.points_to.passed_arguments import passed
from tflint_autograph.project.values.body_result import Env

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


_MOST = 20
"""Maximum number of arguments for one parameter that are examined."""


def referents(analysis: Analysis, key: FunctionKey, expr: Expr, ordinal: int) -> Iterator[tuple[Value, bool]]:
    """Yields the possible values of a dotted name in a statement of a function or module, each with whether a caller passes it."""
    first, parameters = root_name(expr), _parameters(analysis, key)
    if model := model_path(analysis, key, expr):
        yield from ((_evaluated(analysis, key, expr, {model: given}), True) for given in models_of(analysis, key))
        return
    if first in parameters and first not in stored(_statements(analysis, key)):
        own = _evaluated(analysis, key, expr, analysis.parameters(key, Origin.UNKNOWN))
        if _is_known(own):
            yield own, False
            return
        if held := tuple(_kept(analysis, key, expr)):
            yield from ((each, True) for each in held)
            return
        for given in _passed(analysis, key, first):
            yield _evaluated(analysis, key, expr, {first: given}), True
        return
    is_local = key.qualname != MODULE and first in (analysis.project.bound(key) or ())
    yield _evaluated(analysis, key, expr, analysis.eager_functions.states(key).get(ordinal, {}) if is_local else {}), False


def _kept(analysis: Analysis, key: FunctionKey, expr: Expr) -> Iterator[Value]:
    """Yields what an expression of a method may be that begins with an attribute of its object, which constructors are given."""
    part = expr
    while isinstance(part, ir.Attribute) and not isinstance(part.value, ir.Name):
        part = part.value
    fact = analysis.project.function(key)
    own = fact.receiver if fact is not None else ""
    if fact is None or not isinstance(part, ir.Attribute) or part.value != ir.Name(own):
        return
    for constructor in analysis.classes.writers(ClassKey(key.path, fact.owner), part.attr):
        for write in analysis.eager_calls(constructor).writes.values() if constructor.qualname.endswith(".__init__") else ():
            if write.name == part.attr and write.value.parameter and not _is_known(write.value):
                for given in _passed(analysis, constructor, write.value.parameter):
                    yield _evaluated(analysis, key, expr, {f"{own}.{part.attr}": given})


def _passed(analysis: Analysis, key: FunctionKey, parameter: str) -> Iterator[Value]:
    """Yields the arguments that eager code passes for a parameter of a function."""
    yield from (each.value for each in islice(passed(analysis, {key: (parameter,)}), _MOST))


def _is_known(value: Value) -> bool:
    return value.kind is not Kind.UNKNOWN or value.cls is not None or value.klass is not None or bool(value.module)


def _evaluated(analysis: Analysis, key: FunctionKey, expr: Expr, env: Env) -> Value:
    return analysis.evaluate_at_definition(key.path, key.qualname, expr, env)


def _parameters(analysis: Analysis, key: FunctionKey) -> frozenset[str]:
    fact = analysis.project.function(key)
    return frozenset(each.name for each in fact.parameters) if fact is not None else frozenset()


def _statements(analysis: Analysis, key: FunctionKey) -> tuple[ir.Statement, ...]:
    return analysis.project.body(key).statements


_MODEL = "model"
"""The attribute of a callback that Keras sets to the model."""

CALLBACKS = "callbacks"
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
    for scope in analysis.project.all_mentioning(frozenset({CALLBACKS})):
        for site in analysis.eager_calls(scope).calls.values():
            given, model = site.argument(None, CALLBACKS), site.receiver
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
