"""Walks over libcst nodes without white space and punctuation."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache

import libcst as cst

COMPREHENSIONS = (cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)

TRIVIA = frozenset(
    {"lpar", "rpar", "comma", "semicolon", "equal", "dot", "colon", "lbracket", "rbracket", "lbrace", "rbrace",
     "leading_lines", "lines_after_decorators", "header", "footer", "asynchronous", "first_colon", "second_colon",
     "indicator", "param_star", "operator"}
)  # fmt: skip
"""Fields of libcst nodes without code of their own."""


@cache
def fields(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    """Returns the fields of a node type that can contain code."""
    names = (field.name for field in dataclasses.fields(kind))
    return tuple(name for name in names if name not in TRIVIA and "whitespace" not in name)


def children(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yields the direct child nodes, in the order of the fields."""
    for name in fields(type(node)):
        child = getattr(node, name)
        if isinstance(child, cst.CSTNode):
            yield child
        elif isinstance(child, (list, tuple)):
            yield from child


def code(node: cst.CSTNode) -> str:
    """Returns the source of the node."""
    return cst.Module([]).code_for_node(node)


def descendants(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yields a node and everything nested in it, functions included."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(list(children(node)))
