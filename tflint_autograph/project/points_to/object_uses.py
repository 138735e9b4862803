"""Follows an object from the call that creates it to the code that uses it. Reads no values but those of factories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Body
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.project.bodies.walks import spelled_in, targets, walk
from tflint_autograph.project.queries.memoize import FEW, memoised_by_body

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

CALL = "__call__"
"""Stands for a call of the object among the attributes that code reads from it."""

_DEEPEST = 2
"""Maximum number of factories through which an object is returned."""


class ObjectUse(NamedTuple):
    """An attribute that code of `scope` reads from an instance, or `__call__` if it calls the instance, with the names it passes."""

    attr: str
    scope: FunctionKey
    passed: frozenset[str] = frozenset()


def uses_of(analysis: Analysis, key: FunctionKey, at: At) -> tuple[ObjectUse, ...]:
    """Returns how the project, without tests, uses the object that a call in a function or module creates; empty if not all uses are known.
    """
    found = tuple(each_use(analysis, key, at))
    return tuple([use for use in found if use is not None]) if None not in found else ()


def each_use(analysis: Analysis, key: FunctionKey, at: At, depth: int = _DEEPEST) -> Iterator[ObjectUse | None]:
    """Yields the uses of an object, nearest first, and None for one that is not known. Yields nothing if no use is."""
    body = analysis.project.body(key)
    parts, target = expressions_of(body), _kept(body).get(at)
    used = _uses_at_once(parts, key).get(at)
    if used is not None:
        yield used
    elif isinstance(target, ir.Name):
        yield from _uses_of_name(analysis, key, target.id, parts)
    elif isinstance(target, ir.Attribute):
        yield from _uses_of_attribute(analysis, target.attr, key.path)
    elif depth and _returns(body, at):
        yield from _uses_of_results(analysis, key, depth)


def _uses_of_results(analysis: Analysis, factory: FunctionKey, depth: int) -> Iterator[ObjectUse | None]:
    """Yields how the callers of a factory use what it returns, and None where that is not known."""
    for call in analysis.call_sites.of(factory):
        used = tuple(each_use(analysis, call.caller, call.site.at, depth - 1))
        yield from used or (None,)


def _returns(body: Body, at: At) -> bool:
    return any(isinstance(each, ir.Return) and isinstance(each.value, ir.Call) and each.value.at == at for each in walk(body.statements))


def _uses_at_once(parts: list[ir.Expr], key: FunctionKey) -> dict[At, ObjectUse]:
    """Returns how a body uses the results of calls that it does not keep, by the place of the call."""
    read = {part.value.at: ObjectUse(part.attr, key) for part in parts if isinstance(part, ir.Attribute) and isinstance(part.value, ir.Call)}
    called = {part.func.at: _call(part, key) for part in parts if isinstance(part, ir.Call) and isinstance(part.func, ir.Call)}
    return read | called


@memoised_by_body(FEW)
def expressions_of(body: Body) -> list[ir.Expr]:
    """Returns the expressions of a body, kept, as the same body may create instances of many classes."""
    return list(spelled_in(body.statements))


def _uses_of_name(analysis: Analysis, key: FunctionKey, name: str, parts: list[ir.Expr]) -> tuple[ObjectUse | None, ...]:
    """Returns how a function or module uses a name of its own; None if it does otherwise, or other code sees the name."""
    found = _uses_among(key, ir.Name(name), parts)
    # The name itself is bound once more.
    alone = len(found) == parts.count(ir.Name(name)) - 1
    if key.qualname == MODULE and any(module.path != key.path for module in analysis.project.mentioning(frozenset({name}))):
        return (None,)
    return found if alone and not is_shared(analysis, key, name) else (None,)


def _uses_of_attribute(analysis: Analysis, attr: str, path: str) -> Iterator[ObjectUse | None]:
    """Yields how the code of the project uses what it keeps in attributes of this name, from the file `path` on; None if it hands one on."""
    words = frozenset({attr})
    for key in sorted(analysis.project.all_mentioning(words, ATTRIBUTE, tests=False), key=lambda key: (key.path != path, key.path)):
        body = analysis.project.body(key)
        parts = expressions_of(body)
        held = [part for part in parts if isinstance(part, ir.Attribute) and part.attr == attr]
        own = [use for each in dict.fromkeys(held) for use in _uses_among(key, each, parts)]
        set_here = [each for statement in walk(body.statements) for each in targets(statement) if each in held]
        yield from own
        if len(own) + len(set_here) != len(held):
            yield None


def _uses_among(key: FunctionKey, held: ir.Expr, parts: list[ir.Expr]) -> tuple[ObjectUse, ...]:
    """Returns the attributes that expressions of a body read from another expression, and the calls of it."""
    read = [ObjectUse(part.attr, key) for part in parts if isinstance(part, ir.Attribute) and part.value == held]
    return (*read, *(_call(part, key) for part in parts if isinstance(part, ir.Call) and part.func == held))


def _call(call: ir.Call, key: FunctionKey) -> ObjectUse:
    return ObjectUse(CALL, key, frozenset(each.value.id for each in call.args if isinstance(each.value, ir.Name)))


def is_shared(analysis: Analysis, key: FunctionKey, name: str) -> bool:
    """Whether a nested function, or a function of the module, uses the name."""
    module = analysis.project.module(key.path)
    start = "" if key.qualname == MODULE else f"{key.qualname}.<locals>."
    inner = [fact.qualname for fact in module.functions if fact.qualname.startswith(start)] if module is not None else []
    bodies = (analysis.project.body(FunctionKey(key.path, each)) for each in inner)
    return any(name in body.names and name not in body.bound for body in bodies)


def _kept(body: Body) -> dict[At, ir.Expr]:
    """Returns the targets to which single assignments bind the results of calls, by the place of the call."""
    alone = (each for each in walk(body.statements) if isinstance(each, ir.Assign) and len(each.targets) == 1)
    return {each.value.at: each.targets[0] for each in alone if isinstance(each.value, ir.Call)}
