"""Finds the local names that a method gives its object: `this = self`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

Aliases = tuple[tuple[str, str], ...]
"""Each alias, with the name of the parameter that it stands for."""


def receiver_aliases(node: ast.FunctionDef | ast.AsyncFunctionDef, receiver: str) -> Aliases:
    """Returns the names that a method binds once to its first parameter, outside of blocks, if neither of the two is bound again.

    Such a name can be read as the parameter itself, in nested functions too.
    """
    made = tuple(dict.fromkeys(_made(node.body, receiver)))
    if not made:
        return ()
    bound = list(_bound(node))
    return tuple([(alias, receiver) for alias in made if bound.count(alias) == 1]) if bound.count(receiver) == 1 else ()


def _made(nodes: list[ast.stmt], receiver: str) -> Iterator[str]:
    for each in nodes:
        if type(each) is ast.Assign and type(each.value) is ast.Name and each.value.id == receiver:
            yield from (target.id for target in each.targets if type(target) is ast.Name and target.id != receiver)


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
