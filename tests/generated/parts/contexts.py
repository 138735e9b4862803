"""The table of contexts: the ways from a traced body to the code of a hazard."""

from __future__ import annotations

from collections.abc import Callable

from tests.generated.writing.program import Fill, Scope
from tests.generated.writing.text import Class, Module

Context = Callable[[Scope, Fill], str]
CONTEXTS: dict[str, Context] = {}
UNCONVERTED: set[str] = set()
"""Contexts whose code AutoGraph does not convert."""


def context(*, converted: bool = True) -> Callable[[Context], Context]:
    """Enter a context into the table by the name of its function."""

    def entered(function: Context) -> Context:
        name = function.__name__.strip("_").replace("_", "-")
        CONTEXTS[name] = function
        if not converted:
            UNCONVERTED.add(name)
        return function

    return entered


def place(scope: Scope, share: float = 0.4) -> Module:
    """The module of a helper: that of its caller or another one."""
    return scope.program.module() if scope.program.chance(share) else scope.module


def helper(scope: Scope, module: Module, *, converted: bool = True, name: str = "") -> Scope:
    """The scope of a function that is called from another scope."""
    module.needs("import tensorflow as tf")
    program = scope.program
    is_converted = converted and scope.is_converted
    return Scope(
        program,
        module,
        program.names.tensor(),
        name or program.names.function(),
        is_converted=is_converted,
        is_dropped=scope.is_dropped,
    )


def filled(inner: Scope, fill: Fill) -> Scope:
    """Fill a helper and let it return the result."""
    inner.add(f"return {fill(inner)}")
    return inner


def passed(scope: Scope, inner: Scope) -> str:
    """What the helper is given besides the tensor, with a comma before."""
    return "".join(f", {value(scope)}" for _, value in inner.passed)


def kind(scope: Scope, module: Module, bases: str = "") -> Class:
    """A class of a module."""
    module.needs("import tensorflow as tf")
    return Class(scope.program.names.type(), module, bases)


def shared(scope: Scope, owner: Class, inner: Scope) -> str:
    """The name of an object at the level of the class's module, which drivers can reach."""
    program = scope.program
    name = program.names.constant()
    inner.reach = lambda driver: program.refer(driver.module, owner.module, name)
    return name


def start(scope: Scope, owner: Class, *, converted: bool = True, name: str = "") -> Scope:
    """The scope of a method of a class."""
    inner = helper(scope, owner.module, converted=converted, name=name)
    inner.owner, inner.me = owner, scope.program.names.me()
    return inner


def bind(scope: Scope, expression: str) -> str:
    """A local name for the result of an expression, mostly."""
    if scope.program.chance(0.4):
        return expression
    name = scope.local()
    scope.add(f"{name} = {expression}")
    return name
