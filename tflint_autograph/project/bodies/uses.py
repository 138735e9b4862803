"""How a body uses names, as far as its expressions say: what it may call. Values nothing."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body
from tflint_autograph.project.answers.remembered import lately
from tflint_autograph.project.bodies.walks import expressions, inside, walk, word_of
from tflint_autograph.project.index.aliases import other_names


class _Uses(NamedTuple):
    """The names that a body calls, and by what prefix, and those that it reads otherwise; `indirect` says that it calls what has no name of its own."""

    called: frozenset[tuple[str, str]]
    read: frozenset[str]
    indirect: bool


def may_call(body: Body, names: frozenset[str], foreign: frozenset[str]) -> bool:
    """Whether a body may call something that has one of the names, but not a part of what has a `foreign` name.

    What it reads under one of the names, and does not call as it is, may be called by another name that the body binds.
    """
    if not body.kinds.isdisjoint(_IMPORTS):
        names |= other_names(body, names)
    if names.isdisjoint(body.names) and names.isdisjoint(body.attributes):
        return False
    uses = _uses(body)
    if any(name in names and root not in foreign for name, root in uses.called):
        return True
    return not names.isdisjoint(uses.read) and (uses.indirect or any(root in body.bound for _, root in uses.called))


_IMPORTS = ("Import", "ImportFrom")


@lately
def _uses(body: Body) -> _Uses:
    read: list[str] = []
    called: list[tuple[str, str]] = []
    for statement in walk(body.statements):
        for part in inside(tuple(expressions(statement))):
            kind = type(part)
            if kind is ir.Name or kind is ir.Attribute:
                read.append(word_of(part))
            elif kind is ir.Call:
                func = part.func  # type: ignore[union-attr]
                called.append((word_of(func), _root(func)))
    others = Counter(read)
    others.subtract(word for word, _ in called)
    indirect = any(not word for word, _ in called)
    return _Uses(frozenset(called), frozenset(word for word, times in others.items() if times > 0), indirect)


def _root(expr: ir.Expr) -> str:
    """The name at the beginning of a dotted name; empty where something else stands there."""
    while isinstance(expr, ir.Attribute):
        expr = expr.value
    return expr.id if isinstance(expr, ir.Name) else ""
