"""Where a hazard keeps what it changes: globals, attributes, closures, defaults, arguments, and local ones that are harmless."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.generated.writing.program import Driver, Place, Scope, Unsuited


@dataclass(frozen=True, slots=True)
class Initial:
    """What is kept at first, and the imports it needs."""

    text: str
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """How the scope spells what is kept, how a driver does, and what has to be declared before it is rebound."""

    here: str
    driver: Callable[[Driver], str] | None = None
    declare: str = ""
    bare: bool = False
    """Whether it is a plain name, not an attribute or an item."""


Storage = Callable[[Scope, Initial], Held]
STORAGES: dict[str, Storage] = {}
LOCAL: set[str] = set()
"""Storages that do not outlive the call."""


def storage(*, local: bool = False) -> Callable[[Storage], Storage]:
    """Enter a storage into the table by the name of its function."""

    def entered(function: Storage) -> Storage:
        name = function.__name__.strip("_").replace("_", "-")
        STORAGES[name] = function
        if local:
            LOCAL.add(name)
        return function

    return entered


def _global(scope: Scope, initial: Initial) -> tuple[str, Callable[[Driver], str]]:
    program, module = scope.program, scope.module
    name = program.names.constant()
    module.add(f"{name} = {initial.text}")
    return name, lambda driver: program.refer(driver.module, module, name, as_attribute=True)


@storage()
def _in_global(scope: Scope, initial: Initial) -> Held:
    name, driver = _global(scope, initial)
    return Held(name, driver, f"global {name}", bare=True)


@storage()
def _in_other_module(scope: Scope, initial: Initial) -> Held:
    """`state.HISTORY`."""
    program, there = scope.program, scope.program.module()
    name = program.names.constant()
    there.needs(*initial.needs)
    there.add(f"{name} = {initial.text}")
    spelled = program.refer(scope.module, there, name, as_attribute=True)
    return Held(spelled, lambda driver: program.refer(driver.module, there, name, as_attribute=True))


@storage()
def _in_self(scope: Scope, initial: Initial) -> Held:
    if scope.owner is None or not scope.me:
        raise Unsuited
    name, reach = scope.program.names.variable(), scope.reach
    scope.owner.init.append(f"self.{name} = {initial.text}")
    return Held(f"{scope.me}.{name}", None if reach is None else lambda driver: f"{reach(driver)}.{name}")


@storage()
def _in_class(scope: Scope, initial: Initial) -> Held:
    """An attribute of the class, by the name of the class."""
    if scope.owner is None or not scope.me or scope.owner.name in {"type", ""}:
        raise Unsuited
    program, owner = scope.program, scope.owner
    name = program.names.variable()
    owner.body.append(f"{name} = {initial.text}")
    spelled = program.pick((owner.name, f"type({scope.me})", f"{scope.me}.__class__"))
    return Held(f"{spelled}.{name}", lambda driver: f"{program.refer(driver.module, owner.module, owner.name)}.{name}")


@storage()
def _in_closure(scope: Scope, initial: Initial) -> Held:
    if not scope.is_nested:
        raise Unsuited
    name = scope.program.names.variable()
    scope.around.append(f"{name} = {initial.text}")
    return Held(name, None, f"nonlocal {name}", bare=True)


@storage()
def _in_object(scope: Scope, initial: Initial) -> Held:
    """An attribute of a global object of a small class."""
    program, module = scope.program, scope.module
    kind, name, field = program.names.type(), program.names.constant(), program.names.variable()
    if program.chance(0.3):
        module.needs("import types")
        module.add(f"{name} = types.SimpleNamespace({field}={initial.text})")
    else:
        module.add(f"class {kind}:", "    def __init__(self):", f"        self.{field} = {initial.text}")
        module.add(f"{name} = {kind}()")
    return Held(f"{name}.{field}", lambda driver: f"{program.refer(driver.module, module, name)}.{field}")


@storage()
def _in_item(scope: Scope, initial: Initial) -> Held:
    """An item of a global dictionary."""
    program, module = scope.program, scope.module
    name, key = program.names.constant(), program.names.word()
    module.add(f'{name} = {{"{key}": {initial.text}}}')
    return Held(f'{name}["{key}"]', lambda driver: f'{program.refer(driver.module, module, name)}["{key}"]')


@storage()
def _in_alias(scope: Scope, initial: Initial) -> Held:
    """A local name for a global."""
    name, driver = _global(scope, initial)
    alias = scope.local()
    scope.add(f"{alias} = {name}")
    return Held(alias, driver)


@storage()
def _in_alias_of_self(scope: Scope, initial: Initial) -> Held:
    held = _in_self(scope, initial)
    alias = scope.local()
    scope.add(f"{alias} = {held.here}")
    return Held(alias, held.driver)


@storage()
def _behind_getter(scope: Scope, initial: Initial) -> Held:
    """What a function of the module returns."""
    name, driver = _global(scope, initial)
    getter = scope.program.names.function()
    scope.module.add(f"def {getter}():", f"    return {name}")
    return Held(f"{getter}()", driver)


@storage()
def _in_parameter(scope: Scope, initial: Initial) -> Held:
    """A global that the caller passes to the helper."""
    if not scope.name or scope.is_nested or scope.owner is not None or scope.takes_more or scope.is_root:
        raise Unsuited
    program, module = scope.program, scope.module
    name, parameter = program.names.constant(), program.names.variable()
    module.add(f"{name} = {initial.text}")
    scope.parameters.append(parameter)

    def value(place: Place) -> str:
        return program.refer(place.module, module, name)

    scope.passed.append((parameter, value))
    return Held(parameter, lambda driver: program.refer(driver.module, module, name))


@storage()
def _in_default(scope: Scope, initial: Initial) -> Held:
    """The default of a parameter of a helper."""
    if not scope.name or scope.is_root or (scope.owner is not None and scope.owner.is_keras):
        raise Unsuited
    parameter = scope.program.names.variable()
    scope.parameters.append(f"{parameter}={initial.text}")
    return Held(parameter)


@storage()
def _in_function(scope: Scope, initial: Initial) -> Held:
    """An attribute of the helper itself."""
    if not scope.name or scope.is_root or scope.owner is not None or scope.is_nested or scope.is_local:
        raise Unsuited
    field = scope.program.names.variable()
    scope.after.append(f"{scope.name}.{field} = {initial.text}")
    return Held(f"{scope.name}.{field}")


@storage(local=True)
def _local(scope: Scope, initial: Initial) -> Held:
    name = scope.local()
    scope.add(f"{name} = {initial.text}")
    return Held(name, bare=True)


@storage(local=True)
def _local_from_helper(scope: Scope, initial: Initial) -> Held:
    """What a helper makes for each call."""
    maker, name = scope.program.names.function(), scope.local()
    scope.module.add(f"def {maker}():", f"    return {initial.text}")
    scope.add(f"{name} = {maker}()")
    return Held(name, bare=True)


@storage(local=True)
def _local_copy(scope: Scope, initial: Initial) -> Held:
    name, driver = _global(scope, initial)
    copied, copier = scope.local(), scope.api("copy:deepcopy")
    scope.add(f"{copied} = {copier}({name})")
    return Held(copied, driver, bare=True)


@storage(local=True)
def _local_object(scope: Scope, initial: Initial) -> Held:
    """An attribute of an object that is made in the call."""
    kind, name, field = scope.program.names.type(), scope.local(), scope.program.names.variable()
    scope.module.add(f"class {kind}:", "    def __init__(self):", f"        self.{field} = {initial.text}")
    scope.add(f"{name} = {kind}()")
    return Held(f"{name}.{field}")


def choose(scope: Scope, initial: Initial, *, local: bool = False, bare: bool = False) -> Held:
    """One of the storages that suit the scope; its name is noted."""
    names = [name for name in STORAGES if (name in LOCAL) == local]
    scope.program.rng.shuffle(names)
    if scope.program.chance(0.35):
        names.insert(
            0, "local" if local else "in-self" if scope.owner is not None and scope.program.chance(0.7) else "in-global"
        )
    scope.needs(*initial.needs)
    for name in names:
        try:
            held = STORAGES[name](scope, initial)
        except Unsuited:
            continue
        scope.program.chosen["storage"] = name
        return held
    raise Unsuited
