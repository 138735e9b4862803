"""From a driver to calls that can be made: declared arguments are evaluated, others made. Makes no call itself."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tflint_autograph.confirm.protocol import Driver, Unit

CALLS = 3
"""Calls at least, so that what happens once a trace can be told from what happens on each call."""


class Undrivable(Exception):
    """The function cannot be called; the message says why and what to add."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Calls to make, one after the other, and words for the arguments that were made."""

    calls: tuple[Callable[[], Any], ...]
    inputs: str = ""


def driven(unit: Unit, module: Any) -> Plan:
    """The calls of the unit's driver. Raises Undrivable."""
    driver = unit.driver
    function = _found(module, driver.target)
    if driver.traced and unit.mode == "graph":
        function = importlib.import_module("tensorflow").function(function)
    texts = driver.calls
    while len(texts) < CALLS:
        texts += driver.calls
    return Plan(tuple(_declared(function, text, module, driver) for text in texts), "")


def _found(module: Any, target: str) -> Any:
    found = module
    for part in target.split("."):
        if not hasattr(found, part):
            raise Undrivable(f"`{target}` is not there once the module is imported")
        found = getattr(found, part)
    return found


def _declared(function: Any, text: str, module: Any, driver: Driver) -> Callable[[], Any]:
    names = {
        "tf": importlib.import_module("tensorflow"),
        "np": importlib.import_module("numpy"),
        **vars(module),
        "__tflint_target__": function,
    }
    try:
        code = compile(f"__tflint_target__({text})", f"<call of {driver.target}>", "eval")
    except SyntaxError as error:
        raise Undrivable(f"the declared call `{driver.target}({text})` is not Python: {error.msg}") from None
    return lambda: eval(code, names)
