"""Where Python code keeps what a traced function reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.generated.parts.driven import home
from tests.generated.writing.program import Program, Unsuited
from tests.generated.writing.text import Class, Module, indented

Spell = Callable[[Module], str]


@dataclass
class Kept:
    """A place: its module, how a module spells it, and how another thing of its kind is spelled.

    `bare` is its plain name in its module, where it has one. `owner` is the class of the object that has it, `me` its spelling in a method
    of that class, and `holder` how a module spells the object. `start` are lines that the driver runs first. `is_copied` says that
    the reader has a name of its own for the value.
    """

    module: Module
    spell: Spell
    other: Spell | None = None
    bare: str = ""
    owner: Class | None = None
    me: str = ""
    holder: Spell | None = None
    start: list[str] = field(default_factory=list)
    reading: Spell | None = None
    is_copied: bool = False
    getter: Spell | None = None


Where = Callable[[Program, str], Kept]
WHERE: dict[str, dict[str, Where]] = {"TFA113": {}, "TFA114": {}}
"""The places by the rule that names a read of them."""


def _where(rule: str) -> Callable[[Where], Where]:
    def entered(function: Where) -> Where:
        WHERE[rule][function.__name__.strip("_").replace("_", "-")] = function
        return function

    return entered


def _of_module(program: Program, module: Module, name: str, rest: str = "") -> Spell:
    return lambda here: f"{program.refer(here, module, name, as_attribute=not rest)}{rest}"


@_where("TFA113")
def _global(program: Program, initial: str) -> Kept:
    module, name, other = home(program), program.names.constant(), program.names.constant()
    module.add(f"{name} = {initial}")
    module.add(f"{other} = {initial}")
    return Kept(module, _of_module(program, module, name), _of_module(program, module, other), bare=name)


@_where("TFA113")
def _main_global(program: Program, initial: str) -> Kept:
    module, name, other = program.main, program.names.variable(), program.names.variable()
    module.add(f"{name} = {initial}")
    module.add(f"{other} = {initial}")
    return Kept(module, _of_module(program, module, name), _of_module(program, module, other), bare=name)


@_where("TFA113")
def _settings(program: Program, initial: str) -> Kept:
    """`settings.RATE`, read in another module than it is in."""
    kept = _global(program, initial)
    there = program.module()
    name, other = program.names.constant(), program.names.constant()
    there.add(f"{name} = {initial}")
    there.add(f"{other} = {initial}")
    return Kept(kept.module, _of_module(program, there, name), _of_module(program, there, other))


@_where("TFA113")
def _imported(program: Program, initial: str) -> Kept:
    """`from settings import RATE`: the reader has a name of its own, which sees the object change and not the name."""
    module, there = home(program), program.module()
    name, other = program.names.constant(), program.names.constant()
    there.add(f"{name} = {initial}")
    there.add(f"{other} = {initial}")

    def reading(here: Module) -> str:
        here.needs(f"from {there.name} import {name}")
        return name

    return Kept(module, _of_module(program, there, name), _of_module(program, there, other), reading=reading, is_copied=True)


@_where("TFA113")
def _item(program: Program, initial: str) -> Kept:
    module, name = home(program), program.names.constant()
    module.add(f'{name} = {{"rate": {initial}, "other": {initial}}}')
    return Kept(module, _of_module(program, module, name, '["rate"]'), _of_module(program, module, name, '["other"]'))


@_where("TFA113")
def _nested_item(program: Program, initial: str) -> Kept:
    module, name = home(program), program.names.constant()
    module.add(f'{name} = {{"train": {{"rate": {initial}}}, "test": {{"rate": {initial}}}}}')
    return Kept(module, _of_module(program, module, name, '["train"]["rate"]'), _of_module(program, module, name, '["test"]["rate"]'))


@_where("TFA113")
def _element(program: Program, initial: str) -> Kept:
    module, name = home(program), program.names.constant()
    module.add(f"{name} = [{initial}, {initial}]")
    return Kept(module, _of_module(program, module, name, "[0]"), _of_module(program, module, name, "[1]"))


def _object(program: Program, module: Module, inside: str, rest: str, **more: str) -> Kept:
    """A global object of a class of its own, which a constructor with this line fills."""
    kind, name, other = (program.names.type(), program.names.constant(), program.names.constant())
    owner = Class(kind, module, init=[inside])
    program.finishing.append(lambda: _placed(module, owner, at, f"{name} = {kind}()", f"{other} = {kind}()"))
    at = len(module.blocks)
    spell, twin = _of_module(program, module, name, rest), _of_module(program, module, other, rest)
    holder = (lambda here: program.refer(here, module, name)) if rest.count(".") == 1 and not rest.endswith("]") else None
    return Kept(module, spell, twin, owner=owner, me=f"self{rest}", holder=holder)


def _placed(module: Module, owner: Class, at: int, *made: str) -> None:
    """Put a class, which is complete now, and its objects where they were to be."""
    module.blocks[at:at] = [owner.rendered(), list(made)]


@_where("TFA114")
def _attribute(program: Program, initial: str) -> Kept:
    field_ = program.names.variable()
    return _object(program, home(program), f"self.{field_} = {initial}", f".{field_}")


@_where("TFA114")
def _part_attribute(program: Program, initial: str) -> Kept:
    module, field_, part, kind = home(program), program.names.variable(), program.names.variable(), program.names.type()
    module.add(f"class {kind}:", "    def __init__(self):", f"        self.{field_} = {initial}")
    return _object(program, module, f"self.{part} = {kind}()", f".{part}.{field_}")


@_where("TFA114")
def _attribute_item(program: Program, initial: str) -> Kept:
    field_ = program.names.variable()
    return _object(program, home(program), f'self.{field_} = {{"rate": {initial}}}', f'.{field_}["rate"]')


@_where("TFA114")
def _property(program: Program, initial: str) -> Kept:
    """Read through a property of the object."""
    field_, shown = program.names.variable(), program.names.variable()
    kept = _object(program, home(program), f"self.kept_{field_} = {initial}", f".kept_{field_}")
    assert kept.owner is not None
    assert kept.holder is not None
    holder = kept.holder
    kept.owner.method("@property", f"def {shown}(self):", *program.mark([f"    return self.kept_{field_}"], "TFA114", "TFA113"))
    kept.reading = lambda here: f"{holder(here)}.{shown}"
    return kept


@_where("TFA114")
def _getter(program: Program, initial: str) -> Kept:
    """Read through a method of the object."""
    field_, shown = program.names.variable(), program.names.function()
    kept = _object(program, home(program), f"self.{field_} = {initial}", f".{field_}")
    assert kept.owner is not None
    assert kept.holder is not None
    holder = kept.holder
    kept.owner.method(f"def {shown}(self):", *program.mark([f"    return self.{field_}"], "TFA114", "TFA113"))
    kept.reading = lambda here: f"{holder(here)}.{shown}()"
    return kept


@_where("TFA114")
def _class_attribute(program: Program, initial: str) -> Kept:
    module, kind, field_, other = home(program), program.names.type(), program.names.variable(), program.names.variable()
    module.add(f"class {kind}:", f"    {field_} = {initial}", f"    {other} = {initial}")
    return Kept(module, _of_module(program, module, kind, f".{field_}"), _of_module(program, module, kind, f".{other}"),
                holder=lambda here: program.refer(here, module, kind))  # fmt: skip


@_where("TFA114")
def _namespace(program: Program, initial: str) -> Kept:
    module, name, field_, other = home(program), program.names.constant(), program.names.variable(), program.names.variable()
    module.needs("import types")
    module.add(f"{name} = types.SimpleNamespace({field_}={initial}, {other}={initial})")
    return Kept(module, _of_module(program, module, name, f".{field_}"), _of_module(program, module, name, f".{other}"),
                holder=lambda here: program.refer(here, module, name))  # fmt: skip


@_where("TFA114")
def _dataclass(program: Program, initial: str) -> Kept:
    module, name, kind, field_, other = home(program), program.names.constant(), program.names.type(), program.names.variable(), program.names.constant()
    module.needs("import dataclasses", "import typing")
    module.add("@dataclasses.dataclass", f"class {kind}:", f"    {field_}: typing.Any")
    module.add(f"{name} = {kind}({initial})", f"{other} = {kind}({field_}={initial})")
    return Kept(module, _of_module(program, module, name, f".{field_}"), _of_module(program, module, other, f".{field_}"),
                holder=lambda here: program.refer(here, module, name))  # fmt: skip


@_where("TFA114")
def _singleton(program: Program, initial: str) -> Kept:
    """The one object of a class, which a method of the class makes and gives."""
    module, kind, field_, get = home(program), program.names.type(), program.names.variable(), program.names.function()
    module.add(
        f"class {kind}:", "    made = None", "", "    def __init__(self):", f"        self.{field_} = {initial}", "", "    @classmethod",
        f"    def {get}(cls):", "        if cls.made is None:", f"            cls.made = {kind}()", "        return cls.made",
    )  # fmt: skip
    return Kept(module, _of_module(program, module, kind, f".{get}().{field_}"), None, holder=_of_module(program, module, kind, f".{get}()"))


@_where("TFA114")
def _registry(program: Program, initial: str) -> Kept:
    module, kind, field_, name = home(program), program.names.type(), program.names.variable(), program.names.constant()
    module.add(f"class {kind}:", "    def __init__(self):", f"        self.{field_} = {initial}")
    module.add(f'{name} = {{"main": {kind}(), "other": {kind}()}}')
    return Kept(module, _of_module(program, module, name, f'["main"].{field_}'), _of_module(program, module, name, f'["other"].{field_}'),
                holder=_of_module(program, module, name, '["main"]'))  # fmt: skip


@_where("TFA114")
def _own(program: Program, initial: str) -> Kept:
    """An attribute of the object whose method is traced."""
    return _traced(program, initial, is_local=False)


@_where("TFA114")
def _own_of_local(program: Program, initial: str) -> Kept:
    """The same, of an object that the driver makes."""
    return _traced(program, initial, is_local=True)


def _traced(program: Program, initial: str, *, is_local: bool) -> Kept:
    module, kind, field_ = home(program), program.names.type(), program.names.variable()
    name, other = (program.names.variable(), program.names.variable())
    owner = Class(kind, module, program.pick(("", "", "tf.Module")), init=[f"self.{field_} = {initial}"])
    at = len(module.blocks)

    def made(here: Module) -> list[str]:
        spelled = program.refer(here, module, kind)
        return [f"{name} = {spelled}()", f"{other} = {spelled}()"]

    def spelled_of(each: str) -> Spell:
        def spell(here: Module) -> str:
            if is_local:
                if here is not program.main:
                    raise Unsuited
                return each
            return program.refer(here, module, each)

        return spell

    program.finishing.append(lambda: _placed(module, owner, at, *([] if is_local else made(module))))
    holder, twin = spelled_of(name), spelled_of(other)
    return Kept(module, lambda here: f"{holder(here)}.{field_}", lambda here: f"{twin(here)}.{field_}", owner=owner, me=f"self.{field_}", holder=holder,
                start=made(program.main) if is_local else [], is_copied=False)  # fmt: skip


@_where("TFA113")
def _closure(program: Program, initial: str) -> Kept:
    """A variable of the function that makes the traced one, and another one that sets it."""
    module, make, name = home(program), program.names.function(), program.names.variable()
    kept = Kept(module, lambda here: name)
    kept.owner = Class(make, module, init=[f"{name} = {initial}"])
    kept.me = "nonlocal"
    return kept


def closed(kept: Kept, lines: list[str], step: str, change: str, statement: list[str]) -> None:
    """Write the function around both."""
    assert kept.owner is not None
    name = kept.owner.init[0].partition(" ")[0]
    kept.module.needs("import tensorflow as tf")
    shared = [f"nonlocal {name}"]
    kept.module.add(
        f"def {kept.owner.name}():", *indented([*kept.owner.init, "", "@tf.function", f"def {step}(x):", *indented(lines), ""]),
        *indented([f"def {change}(number):", *indented([*shared, *statement]), "", f"return {step}, {change}"]),
    )  # fmt: skip
