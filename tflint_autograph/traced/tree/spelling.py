"""Finds how a file spells a module, for code that is inserted into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.globals_ import bindings
from tflint_autograph.project.callsites.caller import ProgramPoint
from tflint_autograph.project.index.scopes import scope_of
from tflint_autograph.project.values.body_result import Env
from tflint_autograph.traced.tree.function import TracedFunction

_SAME = {"tensorflow": ("tensorflow", "tensorflow.compat.v2", "tensorflow._api.v2")}
_ALIAS = {"tensorflow": "tf"}


class Spelled(NamedTuple):
    """The name for a module, and the import statements that have to be added to the file first."""

    name: str
    imports: tuple[str, ...]


def spelled(fn: TracedFunction, module: str) -> Spelled | None:
    """Returns the name of a module at the current node, or None if the names an import would bind are taken."""
    return _spelled(fn.analysis, fn.key, fn.env, lambda name: fn.value(cst.Name(name)).name, module)


def spelled_at(place: ProgramPoint, module: str) -> Spelled | None:
    """Returns the name of a module at a place in eager code, or None."""
    caller = place.caller
    return _spelled(caller.analysis, caller.key, place.env, lambda name: place.value(ir.Name(name)).name, module)


def _spelled(
    analysis: Analysis, key: FunctionKey, env: Env, meaning: Callable[[str], str], module: str
) -> Spelled | None:
    same = _SAME.get(module, (module,))
    for name in _candidates(analysis, key, env, module):
        if meaning(name) in same:
            return Spelled(name, ())
    alias = _ALIAS.get(module, module)
    if not _bound(analysis, key, alias):
        return Spelled(alias, (f"import {module} as {alias}" if alias != module else f"import {module}",))
    return None if alias == module or _bound(analysis, key, module) else Spelled(module, (f"import {module}",))


def _candidates(analysis: Analysis, key: FunctionKey, env: Env, module: str) -> Iterator[str]:
    """Yields the usual names of a module first, then every name an import of the function or file binds."""
    yield _ALIAS.get(module, module)
    yield module
    yield from (name for name, value in env.items() if value.name.startswith(module))
    facts = analysis.project.module(key.path)
    for name, statements in bindings(facts.body).items() if facts is not None else ():
        if name != "*" and any(isinstance(statement, ir.Import) for statement in statements):
            yield name


def _bound(analysis: Analysis, key: FunctionKey, name: str) -> bool:
    """Whether the function, one around it or its file binds the name."""
    facts = analysis.project.module(key.path)
    is_inside = scope_of(analysis.project, key, name).qualname != MODULE
    return is_inside or analysis.names.is_bound(key.path, name) or (facts is not None and name in facts.rebound)
