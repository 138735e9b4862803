"""What a function does, as its statements show before they are lowered. Keeps nothing of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tflint_autograph.facts.expressions import MANY

BINDING = frozenset({ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For, ast.AsyncFor, ast.With, ast.AsyncWith})
"""The statements that can set one."""


def stored(node: Any, receiver: str) -> Iterator[ast.Attribute | ast.Name]:
    """The attributes which a statement of these sets; the name `receiver`, too, where it binds that again."""
    kind = type(node)
    if kind is ast.Assign:
        targets = node.targets
    elif kind is ast.With or kind is ast.AsyncWith:
        targets = [item.optional_vars for item in node.items]
    else:
        targets = [node.target]
    for target in targets:
        if type(target) is not ast.Name or target.id == receiver:
            yield from _stored(target, receiver)


def _stored(target: ast.expr | None, receiver: str) -> Iterator[ast.Attribute | ast.Name]:
    if isinstance(target, ast.Attribute) or (isinstance(target, ast.Name) and target.id == receiver):
        yield target
    elif isinstance(target, (ast.Tuple, ast.List)) and len(target.elts) <= MANY:
        for item in target.elts:
            yield from _stored(item, receiver)
    elif isinstance(target, ast.Starred):
        yield from _stored(target.value, receiver)


def own(found: Iterable[ast.Attribute | ast.Name], receiver: str) -> tuple[str, ...]:
    """Of the attributes in `stored`, those of the name `receiver`, each once."""
    names = (each.attr for each in found if isinstance(each, ast.Attribute) and _is_of(each, receiver))
    return tuple(dict.fromkeys(names))


def of_others(found: Sequence[ast.Attribute | ast.Name], receiver: str) -> tuple[str, ...]:
    """The attributes of anything else than what the name `receiver` holds at first, each once."""
    rebound = any(isinstance(each, ast.Name) for each in found)
    names = (each.attr for each in found if isinstance(each, ast.Attribute) and (rebound or not _is_of(each, receiver)))
    return tuple(dict.fromkeys(names))


def _is_of(attribute: ast.Attribute, name: str) -> bool:
    return isinstance(attribute.value, ast.Name) and attribute.value.id == name


def generates(nodes: list[ast.stmt]) -> bool:
    """Whether these statements of a function yield; functions, lambdas and classes inside them yield for themselves."""
    waiting: list[ast.AST] = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)
    return False
