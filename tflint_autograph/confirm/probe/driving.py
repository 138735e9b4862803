"""From a driver to calls that can be made: what is called, on which object, with which arguments. Makes no call itself."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tflint_autograph.confirm.probe.inputs import CALLS, search
from tflint_autograph.confirm.protocol import Driver, Unit

TARGET = "__tflint_target__"
HOLDER = "__tflint_holder__"


class Undrivable(Exception):
    """The function cannot be called; the message says why."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Calls to make, one after the other, and their arguments as Python code."""

    calls: tuple[Callable[[], Any], ...]
    inputs: tuple[str, ...]


def driven(unit: Unit, module: Any) -> Plan:
    """The calls of the unit's driver, or what a search for arguments gave, and no call. Raises Undrivable."""
    driver = unit.driver
    names = {"tf": importlib.import_module("tensorflow"), "np": importlib.import_module("numpy"), **vars(module)}
    function = _found(module, driver.target, names)
    names[TARGET] = function
    texts = driver.calls or search(function, names, driver)
    if not texts:
        raise Undrivable(f"takes arguments for `{driver.target}` that cannot be made up")
    if driver.traced and unit.mode == "graph" and not hasattr(function, "get_concrete_function"):
        names[TARGET] = importlib.import_module("tensorflow").function(function)
    if not driver.calls:
        return Plan((), texts)
    texts = (texts * CALLS)[: max(CALLS, len(texts))]
    return Plan(tuple(_call(text, names, driver) for text in texts), texts)


def _found(module: Any, target: str, names: dict[str, Any]) -> Any:
    """The function in its module, a method on an object of its class."""
    found: Any = module
    owner: type | None = None
    for part in target.split("."):
        if not hasattr(found, part):
            raise Undrivable(f"does not find `{target}` once the module is imported")
        owner = found if isinstance(found, type) else None
        found = inspect.getattr_static(found, part) if owner else getattr(found, part)
    if owner is None:
        return found
    if isinstance(found, (staticmethod, classmethod)):
        return getattr(owner, target.rpartition(".")[2])
    # A method that is a `tf.function` holds its object weakly: the calls would find None in its place
    holder = names[HOLDER] = _instance(owner, names)
    # Keras does more than to call `call`, and that is what its users run
    return holder if target.endswith(".call") and callable(holder) else getattr(holder, target.rpartition(".")[2])


def _instance(owner: type, names: dict[str, Any]) -> Any:
    """An object of the class: one the module has made, else a new one."""
    for _, held in sorted(names.items()):
        if isinstance(held, owner):
            return held
    names[TARGET] = owner
    texts = search(owner, names, Driver(prefer="python"))
    if not texts:
        raise Undrivable(f"needs arguments for `{owner.__name__}` that cannot be made up")
    return eval(f"{TARGET}({texts[0]})", names)


def _call(text: str, names: dict[str, Any], driver: Driver) -> Callable[[], Any]:
    try:
        code = compile(f"{TARGET}({text})", f"<call of {driver.target}>", "eval")
    except SyntaxError as error:
        raise Undrivable(f"cannot read the declared call `{driver.target}({text})`: {error.msg}") from None
    return lambda: eval(code, names)
