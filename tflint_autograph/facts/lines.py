"""The line structure of a module, from its syntax tree. Looks at statements only, never into expressions."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint_autograph.model.lines import Lines


def line_structure(tree: ast.Module) -> Lines:
    """The lines of every statement and function of a module."""
    statements: list[tuple[int, int]] = []
    functions: list[tuple[int, int, int]] = []
    stack: list[ast.AST] = list(tree.body)
    while stack:
        node = stack.pop()
        stack += _inside(node)
        header = _header(node)
        statements.append(header)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append((*header, node.end_lineno or node.lineno))
    return Lines(tuple(sorted(statements)), tuple(sorted(functions)))


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """The statements, handlers and cases right inside a compound statement."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        yield from getattr(node, field, ())


def _header(node: ast.AST) -> tuple[int, int]:
    """The lines of a simple statement, or of a compound one up to its body."""
    line = _line(node)
    first = min((decorator.lineno for decorator in getattr(node, "decorator_list", ())), default=line)
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if not body:
        return first, getattr(node, "end_lineno", None) or line
    inner = min((decorator.lineno for decorator in getattr(body[0], "decorator_list", ())), default=_line(body[0]))
    return first, max(line, inner - 1)


def _line(node: ast.AST) -> int:
    """The line a statement, handler or case starts on, without decorators."""
    line: int = (node.pattern if isinstance(node, ast.match_case) else node).lineno  # type: ignore[attr-defined]
    return line
