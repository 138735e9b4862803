"""Determines the line ranges of the statements and functions of a module from its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint_autograph.model.record import record


def line_structure(tree: ast.Module) -> Lines:
    """Returns the lines of every statement and function of a module."""
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
    """Yields the statements, handlers and cases directly inside a compound statement."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        yield from getattr(node, field, ())


def _header(node: ast.AST) -> tuple[int, int]:
    """Returns the lines of a simple statement, or of the header of a compound one."""
    line = _line(node)
    first = min((decorator.lineno for decorator in getattr(node, "decorator_list", ())), default=line)
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if not body:
        return first, getattr(node, "end_lineno", None) or line
    inner = min((decorator.lineno for decorator in getattr(body[0], "decorator_list", ())), default=_line(body[0]))
    return first, max(line, inner - 1)


def _line(node: ast.AST) -> int:
    """Returns the line a statement, handler or case starts on, without decorators."""
    line: int = (node.pattern if isinstance(node, ast.match_case) else node).lineno  # type: ignore[attr-defined]
    return line


@record
class Lines:
    """The statements and functions of one module by 1-based inclusive lines, in source order.

    `statements` are (first, last) of each simple statement and of each header of a compound one, decorators included; a header reaches to
    the line before its body. `functions` are (first decorator, end of the header, last line).
    """

    statements: tuple[tuple[int, int], ...]
    functions: tuple[tuple[int, int, int], ...]
