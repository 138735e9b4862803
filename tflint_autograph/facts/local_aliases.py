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
    """Returns the names that a function binds once, outside of blocks, to a builtin or to its first parameter `receiver`.

    Neither the name nor what it stands for may be bound again. Then one can be read as the other, in nested functions too.
    """
    made = dict(_made(node.body, receiver))
    if not made:
        return ()
    bound = Counter(_bound(node))
    return tuple([(alias, name) for alias, name in made.items() if bound[alias] == 1 and bound[name] == (name == receiver)])


def _made(nodes: list[ast.stmt], receiver: str) -> Iterator[tuple[str, str]]:
    for each in nodes:
        name = each.value.id if type(each) is ast.Assign and type(each.value) is ast.Name else ""
        if type(each) is ast.Assign and name and (name == receiver or name in _BUILTINS):
            yield from ((target.id, name) for target in each.targets if type(target) is ast.Name and target.id != name)


def _bound(function: ast.AST) -> Iterator[str]:
    """Yields each name that a function or anything inside it binds or declares, once for each place."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name):
            yield from () if isinstance(node.ctx, ast.Load) else (node.id,)
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
