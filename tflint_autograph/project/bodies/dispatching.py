"""Finds the functions registered with one under `functools.singledispatch`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import FunctionKey, ModuleFacts
from tflint_autograph.model.values import Callee, Value
from tflint_autograph.project.bodies import globals_
from tflint_autograph.project.bodies.walks import dotted_path

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

DISPATCHING = "functools.singledispatch"
_REGISTER = "register"


def with_registered(analysis: Analysis, key: FunctionKey, value: Value) -> Value:
    """Returns the function `value` under `functools.singledispatch`, with the functions registered with it."""
    others = tuple(Callee(each) for each in _registered(analysis, key))
    return value._replace(callees=(*value.callees, *others))


def _registered(analysis: Analysis, key: FunctionKey) -> Iterator[FunctionKey]:
    for module in analysis.project.mentioning(frozenset({_REGISTER})):
        for fact in module.functions:
            if any(_is_of(analysis, module, expr, key) for expr, _ in fact.decorators):
                yield FunctionKey(module.path, fact.qualname)


def _is_of(analysis: Analysis, module: ModuleFacts, decorator: Expr, key: FunctionKey) -> bool:
    """Whether a decorator registers its function with the one of this key. Does not evaluate values, since `key` is being resolved."""
    called = decorator.func if isinstance(decorator, ir.Call) else decorator
    name, _, word = dotted_path(called).rpartition(".")
    first, _, rest = name.partition(".")
    for statement in globals_.bindings(module.body).get(first, ()) if word == _REGISTER else ():
        if isinstance(statement, ir.Define) and not rest:
            return key == (module.path, statement.qualname)
        if isinstance(statement, ir.Import):
            home, _, own = ".".join(filter(None, (dict(statement.names)[first], rest))).rpartition(".")
            return own == key.qualname and analysis.project.index.find(home, module.path) == key.path
    return False
