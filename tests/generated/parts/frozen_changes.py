"""How eager code changes what a traced function reads: the statement itself, or what runs it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.generated.parts.frozen_where import Kept
from tests.generated.writing.program import Driver, Program, Unsuited
from tests.generated.writing.text import Module, indented

_SET = re.compile(r"^\$s = ")


@dataclass
class Change:
    """What changes: the statement, with `$s` for the value and `$i` for a number, and the place it changes."""

    program: Program
    driver: Driver
    kept: Kept
    statement: str
    number: str
    is_other: bool = False

    def in_module(self, here: Module, number: str) -> list[str]:
        """The statement as a function of this module spells it."""
        spelled = self.spelled(here)
        declared = [f"global {spelled}"] if spelled.isidentifier() and self.statement.startswith("$s ") else []
        return [*declared, *self.written(spelled, number)]

    def spelled(self, here: Module) -> str:
        """How a module spells what is changed."""
        spell = self.kept.other if self.is_other else self.kept.spell
        if spell is None:
            raise Unsuited
        return spell(here)

    def written(self, spelled: str, number: str) -> list[str]:
        """The lines of the statement."""
        return self.statement.replace("$s", spelled).replace("$i", number).split("\n")

    @property
    def value(self) -> str:
        """The value that the statement sets, which does not depend on the old one."""
        if not _SET.match(self.statement) or "$s" in self.statement[5:] or "\n" in self.statement:
            raise Unsuited
        return self.statement[5:]

    def attribute(self, here: Module) -> tuple[str, str]:
        """The object and the name of the attribute that is changed."""
        spelled = self.spelled(here)
        holder, _, name = spelled.rpartition(".")
        if not holder or not name.isidentifier():
            raise Unsuited
        return holder, name


Way = Callable[[Change], tuple[list[str], list[str]]]
"""Gives the lines before the rounds, and those of a round."""
CHANGES: dict[str, Way] = {}


def _way(function: Way) -> Way:
    CHANGES[function.__name__.strip("_").replace("_", "-")] = function
    return function


@_way
def _directly(change: Change) -> tuple[list[str], list[str]]:
    lines = change.in_module(change.program.main, change.number)
    if lines[0].startswith("global "):
        return ([lines[0]] if change.driver.in_function else []), lines[1:]
    return [], lines


def _function(change: Change, module: Module, lines: list[str], parameters: str = "number") -> str:
    program, name = change.program, change.program.names.function()
    module.add(f"def {name}({parameters}):", *indented(lines))
    return program.refer(program.main, module, name)


def _local_only(change: Change) -> None:
    """Raise where only the driver's function can spell the object."""
    if change.kept.start:
        raise Unsuited


@_way
def _by_function(change: Change) -> tuple[list[str], list[str]]:
    _local_only(change)
    module = change.kept.module
    return [], [f"{_function(change, module, change.in_module(module, 'number'))}({change.number})"]


@_way
def _by_function_here(change: Change) -> tuple[list[str], list[str]]:
    _local_only(change)
    main = change.program.main
    return [], [f"{_function(change, main, change.in_module(main, 'number'))}({change.number})"]


@_way
def _by_functions(change: Change) -> tuple[list[str], list[str]]:
    """Two functions between the driver and the statement."""
    _local_only(change)
    module = change.kept.module
    inner = change.program.names.function()
    module.add(f"def {inner}(number):", *indented(change.in_module(module, "number")))
    middle = change.program.names.function()
    module.add(f"def {middle}(number):", f"    {inner}(number)")
    return [], [f"{_function(change, module, [f'{middle}(number)'])}({change.number})"]


@_way
def _by_other_module(change: Change) -> tuple[list[str], list[str]]:
    _local_only(change)
    there = change.program.module()
    if change.kept.module is change.program.main:
        raise Unsuited
    there.needs("import tensorflow as tf")
    return [], [f"{_function(change, there, change.in_module(there, 'number'))}({change.number})"]


@_way
def _by_method(change: Change) -> tuple[list[str], list[str]]:
    kept = change.kept
    if kept.owner is None or not kept.me or kept.holder is None or change.is_other:
        raise Unsuited
    name = change.program.names.function()
    kept.owner.method(f"def {name}(self, number):", *indented(change.written(kept.me, "number")))
    return [], [f"{kept.holder(change.program.main)}.{name}({change.number})"]


@_way
def _by_methods(change: Change) -> tuple[list[str], list[str]]:
    start, (line,) = _by_method(change)
    kept, called = change.kept, line.rpartition(".")[2].partition("(")[0]
    assert kept.owner is not None
    name = change.program.names.function()
    kept.owner.method(f"def {name}(self, number=1):", f"    self.{called}(number)")
    return start, [line.replace(f".{called}(", f".{name}(")]


@_way
def _by_parameter(change: Change) -> tuple[list[str], list[str]]:
    """A function that is given the object."""
    main = change.program.main
    holder, name = change.attribute(main)
    return [], [f"{_function(change, main, change.written(f'target.{name}', 'number'), 'target, number')}({holder}, {change.number})"]


@_way
def _by_setattr(change: Change) -> tuple[list[str], list[str]]:
    holder, name = change.attribute(change.program.main)
    return [], [f'setattr({holder}, "{name}", {change.value.replace("$i", change.number)})']


@_way
def _by_vars(change: Change) -> tuple[list[str], list[str]]:
    holder, name = change.attribute(change.program.main)
    if change.kept.owner is None and "(" not in holder and '"' not in holder and change.program.chosen.get("where") == "class-attribute":
        raise Unsuited
    value = change.value.replace("$i", change.number)
    return [], [change.program.pick((f'vars({holder})["{name}"] = {value}', f"{holder}.__dict__.update({name}={value})"))]


@_way
def _by_setter(change: Change) -> tuple[list[str], list[str]]:
    """A property of the object with a setter."""
    kept, value = change.kept, change.value
    if kept.owner is None or not kept.me or kept.holder is None or change.is_other or "[" in kept.me:
        raise Unsuited
    name = change.program.names.variable()
    kept.owner.method("@property", f"def {name}(self):", f"    return {kept.me}")
    kept.owner.method(f"@{name}.setter", f"def {name}(self, value):", f"    {kept.me} = value")
    return [], [f"{kept.holder(change.program.main)}.{name} = {value.replace('$i', change.number)}"]


@_way
def _by_unpacking(change: Change) -> tuple[list[str], list[str]]:
    value, other = change.value.replace("$i", change.number), change.program.names.variable()
    start, (line,) = _directly(change)
    return start, [f"{line.partition(' = ')[0]}, {other} = {value}, {change.number}"]


@_way
def _by_update(change: Change) -> tuple[list[str], list[str]]:
    """`update` of the dict that has it."""
    spelled = change.spelled(change.program.main)
    holder, _, key = spelled.rpartition('["')
    if not holder or not spelled.endswith('"]') or holder.endswith('"]'):
        raise Unsuited
    value = change.value.replace("$i", change.number)
    return [], [change.program.pick((f"{holder}.update({key[:-2]}={value})", f'{holder}.update({{"{key[:-2]}": {value}}})'))]


@_way
def _by_manager(change: Change) -> tuple[list[str], list[str]]:
    """A context manager that changes it when it begins."""
    _local_only(change)
    program, name, main = change.program, change.program.names.function(), change.program.main
    main.needs("import contextlib")
    main.add("@contextlib.contextmanager", f"def {name}(number):", *indented([*change.in_module(main, "number"), "yield"]))
    return [], [f"with {name}({change.number}):", f"    {program.names.variable()} = {change.number}"]


@_way
def _by_scheduler(change: Change) -> tuple[list[str], list[str]]:
    """An object that has the object."""
    program, main = change.program, change.program.main
    holder, name = change.attribute(main)
    kind, made, step = program.names.type(), program.names.variable(), program.names.function()
    main.add(
        f"class {kind}:", "    def __init__(self, target):", "        self.target = target", "", f"    def {step}(self, number):",
        *indented(indented(change.written(f"self.target.{name}", "number"))),
    )  # fmt: skip
    return [f"{made} = {kind}({holder})"], [f"{made}.{step}({change.number})"]


@_way
def _by_hook(change: Change) -> tuple[list[str], list[str]]:
    """A function in a list of functions that are called in a row."""
    _local_only(change)
    main, hooks, hook = change.program.main, change.program.names.variable(), change.program.names.variable()
    name = _function(change, main, change.in_module(main, "number"))
    return [f"{hooks} = [{name}]"], [f"for {hook} in {hooks}:", f"    {hook}({change.number})"]


@_way
def _by_closure(change: Change) -> tuple[list[str], list[str]]:
    """A function that another one makes."""
    _local_only(change)
    main, names = change.program.main, change.program.names
    make, inner, made = names.function(), names.function(), names.variable()
    main.add(f"def {make}():", f"    def {inner}(number):", *indented(indented(change.in_module(main, "number"))), "", f"    return {inner}")
    return [f"{made} = {make}()"], [f"{made}({change.number})"]


@_way
def _by_lambda(change: Change) -> tuple[list[str], list[str]]:
    main, made = change.program.main, change.program.names.variable()
    holder, name = change.attribute(main)
    return [f'{made} = lambda number: setattr({holder}, "{name}", {change.value.replace("$i", "number")})'], [f"{made}({change.number})"]


@_way
def _on_condition(change: Change) -> tuple[list[str], list[str]]:
    """In some of the rounds."""
    start, lines = change.program.rng.choice((_directly, _directly, _by_function))(change)
    return start, [f"if {change.number} % 2 == 1:", *indented(lines)]
