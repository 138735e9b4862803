"""Extracts properties of a function from its statements before they are lowered."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from tflint_autograph.facts.expressions import MANY

BINDING = frozenset({ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For, ast.AsyncFor, ast.With, ast.AsyncWith})
"""Statement types that can set an attribute; a call may too."""


def stored(node: Any, receiver: str) -> Iterator[ast.Attribute | ast.Name]:
    """Yields the attributes that these statements set, and the name `receiver` where it is rebound."""
    kind = type(node)
    if kind is ast.Assign:
        targets = node.targets
    elif kind is ast.With or kind is ast.AsyncWith:
        targets = [item.optional_vars for item in node.items]
    elif kind is ast.Expr:
        targets = list(_by_name(node.value)) if type(node.value) is ast.Call else []
    else:
        targets = [node.target]
    for target in targets:
        if type(target) is not ast.Name or target.id == receiver:
            yield from _stored(target, receiver)


def _by_name(call: ast.Call) -> Iterator[ast.Attribute]:
    """Yields the attributes that a call sets by string or keyword: `setattr(x, "rate", 1)`, `vars(x).update(rate=1)`."""
    func, given = call.func, call.args
    if type(func) is ast.Name and func.id == "setattr" and len(given) > 2:
        name = given[1].value if isinstance(given[1], ast.Constant) else None
        if isinstance(name, str):
            yield ast.Attribute(given[0], name)
    elif type(func) is ast.Attribute and func.attr == "update" and (holder := _holder(func.value)) is not None:
        yield from (ast.Attribute(holder, keyword.arg) for keyword in call.keywords if keyword.arg is not None)


def _holder(attributes: ast.expr) -> ast.expr | None:
    """Returns the object of `x.__dict__` or `vars(x)`, or None."""
    if isinstance(attributes, ast.Attribute) and attributes.attr == "__dict__":
        return attributes.value
    is_vars = isinstance(attributes, ast.Call) and isinstance(attributes.func, ast.Name) and attributes.func.id == "vars"
    return attributes.args[0] if is_vars and isinstance(attributes, ast.Call) and attributes.args else None


def _stored(target: ast.expr | None, receiver: str) -> Iterator[ast.Attribute | ast.Name]:
    if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant) and isinstance(target.slice.value, str):
        holder = _holder(target.value)
        target = target if holder is None else ast.Attribute(holder, target.slice.value)
    if isinstance(target, ast.Attribute) or (isinstance(target, ast.Name) and target.id == receiver):
        yield target
    elif isinstance(target, (ast.Tuple, ast.List)) and len(target.elts) <= MANY:
        for item in target.elts:
            yield from _stored(item, receiver)
    elif isinstance(target, ast.Starred):
        yield from _stored(target.value, receiver)


def own(found: Iterable[ast.Attribute | ast.Name], receivers: Collection[str]) -> tuple[str, ...]:
    """Returns those attributes that are set on one of the names `receivers`, without duplicates."""
    names = (each.attr for each in found if isinstance(each, ast.Attribute) and _is_of(each, receivers))
    return tuple(dict.fromkeys(names))


def of_others(found: Sequence[ast.Attribute | ast.Name], receivers: Collection[str]) -> tuple[str, ...]:
    """Returns those attributes that are set on something else, without duplicates."""
    rebound = any(isinstance(each, ast.Name) for each in found)
    names = (each.attr for each in found if isinstance(each, ast.Attribute) and (rebound or not _is_of(each, receivers)))
    return tuple(dict.fromkeys(names))


def _is_of(attribute: ast.Attribute, names: Collection[str]) -> bool:
    return isinstance(attribute.value, ast.Name) and attribute.value.id in names


def generates(nodes: list[ast.stmt]) -> bool:
    """Whether these statements of a function contain a `yield`, nested functions, lambdas and classes excluded."""
    waiting: list[ast.AST] = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)
    return False
