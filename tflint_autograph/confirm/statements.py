"""Reads the statements of a file that proofs need."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_BLOCKS = (*_LOOPS, ast.If, ast.With, ast.AsyncWith, ast.Try, ast.Match)


@dataclass(frozen=True, slots=True)
class Statement:
    """The innermost statement at a line; for a compound one only its header. Lines are 1-based and inclusive.

    `end`: last line including the body. `around`: first lines of the enclosing compound statements. `body`: lines of the first statement in
    a loop's body, else (0, 0). `writes`: the dotted name that an assignment sets. `names` and `attributes`: all in it. `sources`: the names in it and
    the headers around it, and in assignments to these. `uses`: lines of the statements in the function that mention what it writes.
    `users`: the first lines of the compound statements around these. `exits`: for a loop, the first lines of the compound statements that leave it. `catches`: it is a `try`.
    """

    first: int
    last: int
    end: int
    around: tuple[int, ...]
    body: tuple[int, int]
    writes: str = ""
    names: frozenset[str] = field(default=frozenset(), compare=False)
    attributes: frozenset[str] = field(default=frozenset(), compare=False)
    sources: frozenset[str] = field(default=frozenset(), compare=False)
    uses: frozenset[int] = field(default=frozenset(), compare=False)
    users: frozenset[int] = field(default=frozenset(), compare=False)
    exits: frozenset[int] = field(default=frozenset(), compare=False)
    catches: bool = False


def statement_at(tree: ast.Module, line: int) -> Statement:
    """Returns the statement at a line; for a line without one, that line."""
    found = Statement(line, line, line, (), (0, 0))
    around: tuple[int, ...] = ()
    function: ast.AST = tree
    block: list[ast.AST] = list(tree.body)
    while node := next((each for each in block if first_line(each) <= line <= _end(each)), None):
        found = _statement(node, around)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            around, function = (), node
        elif isinstance(node, _BLOCKS):
            around = (*around, node.lineno)
        block = list(_inner(node))
    uses = frozenset(_uses(function, found.writes)) if found.writes else frozenset()
    users = frozenset(each.lineno for each in ast.walk(function) if isinstance(each, _BLOCKS) and any(each.lineno <= use <= _end(each) for use in uses))
    # Calls that are made up come to statements of functions alone
    sources = _sources(function, {found.first, *found.around}) if function is not tree else frozenset()
    return replace(found, uses=uses, users=users, sources=sources)


def _sources(function: ast.AST, lines: Container[int]) -> frozenset[str]:
    """Returns the names in the statements of a function that begin at these lines, and in assignments to one of these names."""
    own = [each for each in ast.walk(function) if isinstance(each, ast.stmt) and each is not function]
    names = {each: {node.id for node in _own_nodes(each) if isinstance(node, ast.Name)} for each in own}
    bound = {each: {node.id for node in _own_nodes(each) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)} for each in own}
    found: set[str] = set().union(*(names[each] for each in own if first_line(each) in lines))
    while more := set().union(*(names[each] for each in own if bound[each] & found)) - found:
        found |= more
    return frozenset(found)


def _uses(function: ast.AST, name: str) -> Iterator[int]:
    """Yields the lines of the statements in a function that mention this dotted name; for compound ones the header."""
    for each in ast.walk(function):
        if isinstance(each, ast.stmt) and any(dotted(node) == name for node in _own_nodes(each)):
            found = _statement(each, ())
            yield from range(found.first, found.last + 1)


def _own_nodes(statement: ast.AST) -> Iterator[ast.AST]:
    """Yields the nodes of a statement without nested statements."""
    for each in ast.iter_child_nodes(statement):
        if not isinstance(each, (ast.stmt, ast.excepthandler, ast.match_case)):
            yield each
            yield from _own_nodes(each)


def _statement(node: ast.AST, around: tuple[int, ...]) -> Statement:
    inner = [first_line(each) for each in _inner(node)]
    last = max(first_line(node), min(inner) - 1) if inner else _end(node)
    body = (0, 0)
    if isinstance(node, (ast.For, ast.While)):
        nested = _inner(node.body[0])
        body = node.body[0].lineno, first_line(nested[0]) - 1 if nested else _end(node.body[0])
        body = body[0], max(body)
    names = frozenset(each.id for each in ast.walk(node) if isinstance(each, ast.Name))
    attributes = frozenset(each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute))
    catches = type(node).__name__ in ("Try", "TryStar")
    exits = frozenset(_exits(_inner(node), ())) if isinstance(node, _LOOPS) else frozenset()
    return Statement(first_line(node), last, _end(node), around, body, _written(node), names, attributes, exits=exits, catches=catches)


def _exits(block: Sequence[ast.AST], headers: tuple[int, ...], *, is_inner: bool = False) -> Iterator[int]:
    """Yields the first lines of the compound statements around what leaves a loop or an iteration; `is_inner`: in a nested loop."""
    for each in block:
        if isinstance(each, ast.Return) or (isinstance(each, (ast.Break, ast.Continue)) and not is_inner):
            yield from headers
        elif not isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from _exits(_inner(each), (*headers, first_line(each)), is_inner=is_inner or isinstance(each, _LOOPS))


def _written(node: ast.AST) -> str:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return dotted(node.targets[0])
    return dotted(node.target) if isinstance(node, ast.AugAssign) else ""


def first_line(node: ast.AST) -> int:
    """Returns the first line of a statement, including the decorators of a definition."""
    decorators = getattr(node, "decorator_list", ())
    return int(min([node.lineno, *(each.lineno for each in decorators)]))  # type: ignore[attr-defined]


def functions_in(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yields the functions that code outside can call, methods included, each with its qualified name."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.FunctionDef):
            yield f"{prefix}{each.name}", each
        elif isinstance(each, ast.ClassDef):
            yield from functions_in(each, f"{prefix}{each.name}.")
        elif not isinstance(each, ast.expr):
            yield from functions_in(each, prefix)


def last_name(node: ast.AST) -> str:
    """Returns the last part of a dotted name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def dotted(node: ast.AST) -> str:
    """Returns `self.steps` as text, or an empty string for anything but names and attributes of names."""
    if isinstance(node, ast.Name):
        return node.id
    owner = dotted(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{owner}.{node.attr}" if owner and isinstance(node, ast.Attribute) else ""


def dotted_names(node: ast.AST) -> tuple[str, ...]:
    """Returns the names in an expression, with their attributes (`self.dropout`)."""
    if name := dotted(node):
        return (name,)
    return tuple(dict.fromkeys(name for each in ast.iter_child_nodes(node) for name in dotted_names(each)))


def _inner(node: ast.AST) -> list[ast.AST]:
    """Returns the statements inside a compound one, in source order."""
    found: list[ast.AST] = []
    for name in ("body", "handlers", "orelse", "finalbody", "cases"):
        for each in getattr(node, name, ()) if not isinstance(node, (ast.Lambda, ast.IfExp)) else ():
            found += [each] if hasattr(each, "lineno") else each.body
    return found


def _end(node: ast.AST) -> int:
    return int(node.end_lineno)  # type: ignore[attr-defined]
