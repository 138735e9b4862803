"""The statements of a file by their lines, as much as a proof needs to know of them. Knows no finding."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

_BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match)


@dataclass(frozen=True, slots=True)
class Statement:
    """The innermost statement at a line: a compound one by its header alone. All lines inclusive, counted from 1.

    `end` is the last line with its body, `around` the first lines of the compound statements around it in its function,
    `body` the lines of the first statement in a loop's body, (0, 0) for anything else. `writes` is the dotted name that
    an assignment gives another value, `names` all names in it.
    """

    first: int
    last: int
    end: int
    around: tuple[int, ...]
    body: tuple[int, int]
    writes: str = ""
    names: frozenset[str] = field(default=frozenset(), compare=False)


def statement_at(tree: ast.Module, line: int) -> Statement:
    """The statement of a line; of a line that holds none, that line."""
    found = Statement(line, line, line, (), (0, 0))
    around: tuple[int, ...] = ()
    block: list[ast.AST] = list(tree.body)
    while node := next((each for each in block if _first(each) <= line <= _end(each)), None):
        found = _statement(node, around)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            around = ()
        elif isinstance(node, _BLOCKS):
            around = (*around, node.lineno)
        block = list(_inner(node))
    return found


def _statement(node: ast.AST, around: tuple[int, ...]) -> Statement:
    inner = [_first(each) for each in _inner(node)]
    last = max(_first(node), min(inner) - 1) if inner else _end(node)
    body = (0, 0)
    if isinstance(node, (ast.For, ast.While)):
        nested = _inner(node.body[0])
        body = node.body[0].lineno, _first(nested[0]) - 1 if nested else _end(node.body[0])
        body = body[0], max(body)
    names = frozenset(each.id for each in ast.walk(node) if isinstance(each, ast.Name))
    return Statement(_first(node), last, _end(node), around, body, _written(node), names)


def _written(node: ast.AST) -> str:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return _dotted(node.targets[0])
    return _dotted(node.target) if isinstance(node, ast.AugAssign) else ""


def _dotted(node: ast.AST) -> str:
    """`self.steps` as text, empty for anything but names and attributes of names."""
    if isinstance(node, ast.Name):
        return node.id
    owner = _dotted(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{owner}.{node.attr}" if owner and isinstance(node, ast.Attribute) else ""


def _inner(node: ast.AST) -> list[ast.AST]:
    """The statements inside a compound one, in the order of the text."""
    found: list[ast.AST] = []
    for name in ("body", "handlers", "orelse", "finalbody", "cases"):
        for each in getattr(node, name, ()) if not isinstance(node, (ast.Lambda, ast.IfExp)) else ():
            found += [each] if hasattr(each, "lineno") else each.body
    return found


def _first(node: ast.AST) -> int:
    decorators = getattr(node, "decorator_list", ())
    return int(min([node.lineno, *(each.lineno for each in decorators)]))  # type: ignore[attr-defined]


def _end(node: ast.AST) -> int:
    return int(node.end_lineno)  # type: ignore[attr-defined]
