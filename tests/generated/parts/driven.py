"""What a root gives to the driver that calls it, and the table of roots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tests.generated.writing.program import Action, Driver, Fill, Program, Scope, Unsuited
from tests.generated.writing.text import Module

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Driven:
    """How a root is called: lines before the first call, and the expression of a call with an argument.

    `turn` gives whole lines instead, for what is no call with a result; `loop` the head of the loop around them, where it
    is not over the arguments.
    """

    prepare: Action
    call: Callable[[Driver, str], str] | None = None
    turn: Action | None = None
    loop: Callable[[Driver], str] | None = None
    shows: str = "float({})"


Root = Callable[[Program, Fill], Driven]
ROOTS: dict[str, Root] = {}
UNTRACED: set[str] = set()
"""Roots that TensorFlow does not trace."""


def root(*, traced: bool = True) -> Callable[[Root], Root]:
    """Enter a root into the table by the name of its function."""

    def entered(function: Root) -> Root:
        name = function.__name__.strip("_").replace("_", "-")
        ROOTS[name] = function
        if not traced:
            UNTRACED.add(name)
        return function

    return entered


def described(program: Program, fill: Fill, name: str, kind: type[_T], lines: Callable[[Driver, _T], list[str]]) -> Driven:
    """A root of this name that the hazard describes whole, by a value of this type; `lines` writes the driver for it."""
    scope = Scope(program, program.main, "x", name, is_root=True)
    fill(scope)
    said = program.varied
    if not isinstance(said, kind) or scope.lines:
        raise Unsuited
    program.form = lambda driver, call: lines(driver, said)
    return Driven(nothing, lambda driver, first: first)


def nothing(driver: Driver) -> Sequence[str]:
    """No lines."""
    return []


def home(program: Program) -> Module:
    """The module a root is in: the main one or another."""
    return program.main if program.chance(0.5) else program.module()


def begin(program: Program, module: Module, **options: object) -> Scope:
    """The scope of a function of this module that takes a tensor."""
    module.needs("import tensorflow as tf")
    made = Scope(program, module, program.names.tensor(), program.names.function(), is_root=True)
    for name, value in options.items():
        setattr(made, name, value)
    return made


def body(scope: Scope, fill: Fill) -> None:
    """Fill a scope and let it return the result."""
    scope.add(f"return {fill(scope)}")


def arguments(driver: Driver, scope: Scope, first: str) -> str:
    """The arguments of a call: the tensor, and what else the function takes."""
    return ", ".join([first, *(value(driver) for _, value in scope.passed)])


def called(scope: Scope, name: str, suffix: str = "", prepare: Action = nothing) -> Driven:
    """A function of a module that is called by its name, or by what `suffix` takes of it."""

    def call(driver: Driver, first: str) -> str:
        spelled = driver.program.refer(driver.module, scope.module, name)
        return f"{spelled}{suffix}({arguments(driver, scope, first)})"

    return Driven(prepare, call)
