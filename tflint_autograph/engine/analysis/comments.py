"""Finds the suppression comments of a file, and the lines each of them applies to."""

from __future__ import annotations

import ast
import bisect
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tflint_autograph.engine.analysis.select import find
from tflint_autograph.engine.workspace.files import Files, FileText
from tflint_autograph.facts.directives import directives
from tflint_autograph.model.directives import Comment, Directive, DirectiveKind
from tflint_autograph.model.record import record
from tflint_autograph.rules.catalogue import codes
from tflint_autograph.source.syntax import parse

if TYPE_CHECKING:
    from tflint_autograph.engine.analysis.program import Guard


def comments(path: str, files: Files, guard: Guard) -> tuple[Comment, ...]:
    """Returns the suppression comments of a file. If it cannot be parsed, returns none and records a problem."""
    text = files.analysed(path)
    if text is None or files.is_lost(path):
        return ()
    found = [each for each in directives(text.text) if _concerns_us(each)]
    lines = _structure(path, text, files, guard) if found else None
    return reaching(found, lines) if lines is not None else ()


def _concerns_us(directive: Directive) -> bool:
    """Whether a comment may suppress a finding of this linter; `noqa` with codes of other tools does not."""
    others = directive.kind is DirectiveKind.NOQA and directive.codes
    return not others or any(find(code, codes()) for code in directive.codes)


def reaching(found: Iterable[Directive], lines: Lines) -> tuple[Comment, ...]:
    """Returns the comments with the lines they apply to, given the structure of the module."""
    reach = _Reach(lines)
    return tuple(Comment(directive, *reach.of(directive)) for directive in found)


def _structure(path: str, text: FileText, files: Files, guard: Guard) -> Lines | None:
    found: list[Lines] = []
    try:
        guard(path, lambda: found.append(line_structure(parse(text.text))))
    except SyntaxError as error:
        if not files.fits(path, None):
            return _structure(path, files.analysed(path) or text, files, guard)
        files.reject_syntax(path, error)
    return found[0] if found else None


class _Reach:
    """Computes the lines a comment applies to."""

    def __init__(self, lines: Lines) -> None:
        self.functions = lines.functions
        self.statements = _merged(lines.statements)
        self.firsts = [first for first, _ in self.statements]

    def of(self, directive: Directive) -> tuple[int, int]:
        """Returns first and last line: of the comment's statement, of the next one if it is on its own line, or of a whole function."""
        line = directive.line
        if directive.kind is DirectiveKind.NOQA:
            return (line, line) if directive.alone else self._around(line)
        first, last = self._after(line) if directive.alone else self._around(line)
        ends = [end for start, header, end in self.functions if start <= max(first, line) <= header]
        return first, max([last, *ends])

    def _around(self, line: int) -> tuple[int, int]:
        index = bisect.bisect_right(self.firsts, line) - 1
        if index >= 0 and line <= self.statements[index][1]:
            return self.statements[index]
        return line, line

    def _after(self, line: int) -> tuple[int, int]:
        index = bisect.bisect_right(self.firsts, line)
        return self.statements[index] if index < len(self.statements) else (line, line)


def _merged(statements: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Returns the line ranges of the statements, with those that share a line merged."""
    merged: list[tuple[int, int]] = []
    for first, last in statements:
        if merged and first <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], last)
        else:
            merged.append((first, last))
    return tuple(merged)


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
