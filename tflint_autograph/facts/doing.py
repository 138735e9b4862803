"""What a function does, as its statements show before they are lowered. Keeps nothing of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from tflint_autograph.facts.expressions import MANY

BINDING = frozenset({ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For, ast.AsyncFor, ast.With, ast.AsyncWith})
"""The statements that can set one."""


def stored(node: Any) -> Iterator[ast.Attribute]:
    """The attributes which a statement of these sets."""
    kind = type(node)
    if kind is ast.Assign:
        targets = node.targets
    elif kind is ast.With or kind is ast.AsyncWith:
        targets = [item.optional_vars for item in node.items]
    else:
        targets = [node.target]
    for target in targets:
        if type(target) is not ast.Name:
            yield from _stored(target)


def _stored(target: ast.expr | None) -> Iterator[ast.Attribute]:
    if isinstance(target, ast.Attribute):
        yield target
    elif isinstance(target, (ast.Tuple, ast.List)) and len(target.elts) <= MANY:
        for item in target.elts:
            yield from _stored(item)
    elif isinstance(target, ast.Starred):
        yield from _stored(target.value)


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
