"""Cut a traced function out of its file and parse it alone; find the places of its nodes in the file again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import libcst as cst
from libcst._nodes.internal import CodegenState

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionFact
from tflint_autograph.model.record import record


@record
class Slice:
    """A parsed piece of a file. `node` is what it holds; `line` and `column` are added to places in `module`."""

    module: cst.Module
    node: cst.FunctionDef | cst.BaseExpression
    line: int
    column: int
    length: int


def cut(lines: tuple[str, ...], fact: FunctionFact) -> Slice:
    """The slice of one function. Raises `libcst.ParserSyntaxError` where libcst knows less syntax than Python."""
    if fact.is_lambda:
        return expression(lines, fact.at)
    own = lines[fact.at.line - 1 : fact.at.end_line]
    indented = fact.at.column > 1
    module = cst.parse_module(("if 1:\n" if indented else "") + "\n".join(own) + "\n")
    statement = module.body[0]
    node = statement.body.body[0] if isinstance(statement, cst.If) else statement
    assert isinstance(node, cst.FunctionDef)
    return Slice(module, node, fact.at.line - 1 - indented, 0, len(own))


def expression(lines: tuple[str, ...], at: At) -> Slice:
    """The slice of one expression, in brackets, so that it may go over several lines."""
    module = cst.parse_module("(" + text_at(lines, at) + "\n)\n")
    line = module.body[0]
    assert isinstance(line, cst.SimpleStatementLine)
    statement = line.body[0]
    assert isinstance(statement, cst.Expr)
    return Slice(module, statement.value, at.line - 1, at.column - 2, at.end_line - at.line + 1)


class _Places(CodegenState):
    """Writes the code out and notes where each node begins and ends, white space around it left out."""

    def __init__(self, module: cst.Module) -> None:
        super().__init__(default_indent=module.default_indent, default_newline=module.default_newline)
        self.line, self.column = 1, 1
        self.found: dict[int, tuple[int, int, int, int]] = {}
        self._starts: list[tuple[int, int]] = []

    def add_indent_tokens(self) -> None:
        for token in self.indent_tokens:
            self.add_token(token)

    def add_token(self, value: str) -> None:
        newlines = value.count("\n")
        if newlines:
            self.line += newlines
            self.column = len(value) - value.rfind("\n")
        else:
            self.column += len(value)

    def before_codegen(self, node: cst.CSTNode) -> None:
        self._starts.append((self.line, self.column))

    def after_codegen(self, node: cst.CSTNode) -> None:
        self.found.setdefault(id(node), (*self._starts.pop(), self.line, self.column))

    @contextmanager
    def record_syntactic_position(
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> Iterator[None]:
        start = self.line, self.column
        yield
        first = self.found[id(start_node)][:2] if start_node is not None else start
        last = self.found[id(end_node)][2:] if end_node is not None else (self.line, self.column)
        self.found[id(node)] = (*first, *last)


def places(part: Slice) -> dict[int, At]:
    """The place in the file of every node of the slice, by the node's `id`. Costs a full walk: only for reports."""
    state = _Places(part.module)
    part.module._codegen(state)
    return {node: _moved(part, place) for node, place in state.found.items()}


def _moved(part: Slice, place: tuple[int, int, int, int]) -> At:
    line, column, end_line, end_column = place
    return At(
        line + part.line,
        column + (part.column if line == 1 else 0),
        end_line + part.line,
        end_column + (part.column if end_line == 1 else 0),
    )


def text_at(lines: tuple[str, ...], at: At) -> str:
    """The text of a file between two places; its lines end in a line feed."""
    own = list(lines[at.line - 1 : at.end_line])
    own[-1] = own[-1][: at.end_column - 1]
    own[0] = own[0][at.column - 1 :]
    return "\n".join(own)
