"""How a file spells a module, for code that is written into it. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.project.globals_ import bindings
from tflint_autograph.traced.function import TracedFunction

_SAME = {"tensorflow": ("tensorflow", "tensorflow.compat.v2", "tensorflow._api.v2")}
_ALIAS = {"tensorflow": "tf"}


class Spelled(NamedTuple):
    """The name that stands for a module, and the import statements the file needs before it does."""

    name: str
    imports: tuple[str, ...]


def spelled(fn: TracedFunction, module: str) -> Spelled | None:
    """The name of a module where the walk stands; None when the names an import would bind mean something else there."""
    same = _SAME.get(module, (module,))
    for name in _candidates(fn, module):
        if fn.value(cst.Name(name)).name in same:
            return Spelled(name, ())
    alias = _ALIAS.get(module, module)
    if not _bound(fn, alias):
        return Spelled(alias, (f"import {module} as {alias}" if alias != module else f"import {module}",))
    return None if alias == module or _bound(fn, module) else Spelled(module, (f"import {module}",))


def _candidates(fn: TracedFunction, module: str) -> Iterator[str]:
    """The usual names first, then every name an import of the function or of its file binds."""
    yield _ALIAS.get(module, module)
    yield module
    yield from (name for name, value in fn.env.items() if value.name.startswith(module))
    facts = fn.analysis.project.module(fn.key.path)
    for name, statements in bindings(facts.body).items() if facts is not None else ():
        if name != "*" and any(isinstance(statement, ir.Import) for statement in statements):
            yield name


def _bound(fn: TracedFunction, name: str) -> bool:
    """Whether the function, one around it or its file binds the name."""
    qualname = fn.key.qualname
    while qualname:
        lowered = fn.analysis.project.lowered(FunctionKey(fn.key.path, qualname))
        if lowered is None:
            break
        if name in lowered.body.bound or any(name == each.name for each in lowered.fact.parameters):
            return True
        qualname = lowered.fact.parent
    facts = fn.analysis.project.module(fn.key.path)
    return facts is not None and (name in bindings(facts.body) or name in facts.rebound)
