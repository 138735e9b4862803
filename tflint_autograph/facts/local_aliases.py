"""Finds the local names that a function gives the object of its method, or a builtin: `this = self`, `has = hasattr`."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterator

Aliases = tuple[tuple[str, str], ...]
"""Each alias, with the name that it stands for."""

_BUILTINS = frozenset(dir(builtins))


def local_aliases(node: ast.FunctionDef | ast.AsyncFunctionDef, receiver: str) -> Aliases:
    """Returns the names that a function binds once, in no block but that of a `with` or `try`, to a builtin or to its first parameter `receiver`.

    Neither the name nor what it stands for may be bound again. Then one can be read as the other, in nested functions too.
    """
    made = _made(node.body, receiver)
    if not made:
        return ()
    bound = Counter(_bound(node))
    return tuple([(alias, name) for alias, name in made.items() if bound[alias] == 1 and bound[name] == (name == receiver)])


def dotted_aliases(node: ast.FunctionDef | ast.AsyncFunctionDef, aliases: Aliases) -> Aliases:
    """Returns the names that a function binds once to a dotted name of a parameter, an alias or something outside: `push = self.log.append`.

    None of its parts may be bound again in the function. What is called, or what has attributes and items, under such a name can be read
    as the dotted name itself.
    """
    made = dict(_dotted(node.body))
    if not made:
        return ()
    bound = Counter(_bound(node))
    fixed = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg) and bound[each.arg] == 1}.union(dict(aliases))
    stored = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute) and not isinstance(each.ctx, ast.Load)}
    found: dict[str, str] = {}
    for alias, path in made.items():
        first, _, rest = path.partition(".")
        whole = f"{found[first]}.{rest}" if first in found else path if first in fixed or not bound[first] else ""
        if whole and bound[alias] == 1 and stored.isdisjoint(rest.split(".")):
            found[alias] = whole
    return tuple(found.items())


def _dotted(nodes: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Yields the single names that statements bind to dotted names, nested blocks included."""
    for each in nodes:
        if type(each) is ast.Assign and type(each.value) is ast.Attribute and len(each.targets) == 1:
            target, path = each.targets[0], _path(each.value)
            if type(target) is ast.Name and path:
                yield target.id, path
        for name in ("body", "orelse", "finalbody"):
            if not isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                yield from _dotted(getattr(each, name, []))


def _path(node: ast.expr) -> str:
    words = []
    while type(node) is ast.Attribute:
        words.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(words)]) if type(node) is ast.Name else ""


def _made(nodes: list[ast.stmt], receiver: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in nodes:
        if type(each) is ast.Assign and type(each.value) is ast.Name:
            name = found.get(each.value.id, each.value.id)
            if name == receiver or name in _BUILTINS:
                found.update({target.id: name for target in each.targets if type(target) is ast.Name and target.id != name})
        elif isinstance(each, (ast.With, ast.Try)):
            found |= _made(each.body, receiver)
    return found


def _bound(function: ast.AST) -> Iterator[str]:
    """Yields each name that a function or anything inside it binds or declares, once for each place. Deleting it leaves no other value."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name):
            yield from (node.id,) if isinstance(node.ctx, ast.Store) else ()
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from node.names
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.partition(".")[0]
        elif isinstance(node, (ast.MatchAs, ast.MatchStar, ast.ExceptHandler, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from (node.name,) if node.name is not None and node is not function else ()
        elif isinstance(node, ast.MatchMapping) and node.rest is not None:
            yield node.rest
