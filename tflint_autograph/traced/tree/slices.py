"""Cuts a traced function out of its file, parses it alone with libcst, and maps node positions back to the file."""

from __future__ import annotations

import libcst as cst
from libcst._nodes.internal import CodegenState

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionFact
from tflint_autograph.model.record import record


@record
class FunctionSlice:
    """A parsed piece of a file. `node` is its content; `line` and `column` are added to positions in `module`."""

    module: cst.Module
    node: cst.FunctionDef | cst.BaseExpression
    line: int
    column: int
    length: int


@record
class SlicePiece:
    """A statement of a slice that is a function: its 1-based position in the file, and the indentation of its block."""

    node: cst.CSTNode
    line: int
    column: int
    indent: str


def cut(lines: tuple[str, ...], fact: FunctionFact) -> FunctionSlice:
    """Returns the slice of one function. Raises `libcst.ParserSyntaxError` if libcst cannot parse it."""
    if fact.is_lambda:
        return expression(lines, fact.at)
    own = lines[fact.at.line - 1 : fact.at.end_line]
    indented = fact.at.column > 1
    # A backslash may end the last line: an empty one has to follow.
    module = _parsed(("if 1:\n" if indented else "") + "\n".join(own) + "\n\n")
    statement = module.body[0]
    node = statement.body.body[0] if isinstance(statement, cst.If) else statement
    assert isinstance(node, cst.FunctionDef)
    return FunctionSlice(module, node, fact.at.line - 1 - indented, 0, len(own))


def _parsed(text: str) -> cst.Module:
    """Parses a text. What libcst parses but calls invalid, such as `return-x`, is accepted: Python has parsed it before."""
    try:
        return cst.parse_module(text)
    except cst.CSTValidationError:
        check = cst.CSTNode.__post_init__
        cst.CSTNode.__post_init__ = lambda self: None  # type: ignore[method-assign]
        try:
            return cst.parse_module(text)
        finally:
            cst.CSTNode.__post_init__ = check  # type: ignore[method-assign]


def piece(lines: tuple[str, ...], node: cst.CSTNode, at: At, first: At) -> SlicePiece:
    """Returns a statement at a position in the block of a function whose first statement is at `first`."""
    line = lines[first.line - 1]
    return SlicePiece(node, at.line, at.column, line[: len(line) - len(line.lstrip())])


def expression(lines: tuple[str, ...], at: At) -> FunctionSlice:
    """Returns the slice of one expression, in parentheses, so that it may span several lines."""
    module = _parsed("(" + text_at(lines, at) + "\n)\n")
    line = module.body[0]
    assert isinstance(line, cst.SimpleStatementLine)
    statement = line.body[0]
    assert isinstance(statement, cst.Expr)
    return FunctionSlice(module, statement.value, at.line - 1, at.column - 2, at.end_line - at.line + 1)


class Places(CodegenState):
    """The positions in the file of the nodes of a slice, or of one piece of it.

    Computing them generates the code, which costs a full walk: only for reports.
    """

    def __init__(self, part: FunctionSlice, piece: SlicePiece | None = None) -> None:
        super().__init__(default_indent=part.module.default_indent, default_newline=part.module.default_newline)
        self._length = 0
        self._found: dict[int, tuple[int, int]] = {}
        self._starts: list[int] = []
        if piece is None:
            part.module._codegen(self)
            self._first, self._line, self._column = 0, part.line + 1, part.column + 1
        else:
            self.indent_tokens.append(piece.indent)
            piece.node._codegen(self)
            self._first, self._line, self._column = self._found[id(piece.node)][0], piece.line, piece.column
        self._text = "".join(self.tokens)

    def __contains__(self, node: cst.CSTNode) -> bool:
        return id(node) in self._found

    def of(self, node: cst.CSTNode) -> At:
        """Returns the position of a node, without white space and parentheses around it."""
        start, end = self._found[id(node)]
        return At(*self._moved(start), *self._moved(end))

    def _moved(self, offset: int) -> tuple[int, int]:
        """Returns the 1-based line and the column in the file for an offset in the slice's code."""
        lines = self._text.count("\n", self._first, offset)
        column = offset - self._text.rfind("\n", 0, offset) if lines else offset - self._first + self._column
        return self._line + lines, column

    def add_indent_tokens(self) -> None:
        for token in self.indent_tokens:
            self.add_token(token)

    def add_token(self, value: str) -> None:
        self.tokens.append(value)
        self._length += len(value)

    def before_codegen(self, node: cst.CSTNode) -> None:
        self._starts.append(self._length)

    def after_codegen(self, node: cst.CSTNode) -> None:
        self._found.setdefault(id(node), (self._starts.pop(), self._length))

    def record_syntactic_position(  # type: ignore[override]  # any context manager will do
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> _Syntactic:
        return _Syntactic(self, node, start_node, end_node)

    def begin(self, first: cst.CSTNode | None) -> int:
        """Returns the offset where the next code begins, or where a node began."""
        return self._length if first is None else self._found[id(first)][0]

    def end(self, node: cst.CSTNode, start: int, last: cst.CSTNode | None) -> None:
        """Records a node that ends here, or where another one did."""
        self._found[id(node)] = start, self._length if last is None else self._found[id(last)][1]


class _Syntactic:
    """A context manager that records a node while its code is generated; a generator would take three times as long."""

    __slots__ = ("_first", "_last", "_node", "_places", "_start")

    def __init__(self, places: Places, node: cst.CSTNode, first: cst.CSTNode | None, last: cst.CSTNode | None) -> None:
        self._places, self._node, self._first, self._last = places, node, first, last

    def __enter__(self) -> None:
        self._start = self._places.begin(None)

    def __exit__(self, *error: object) -> None:
        start = self._start if self._first is None else self._places.begin(self._first)
        self._places.end(self._node, start, self._last)


def text_at(lines: tuple[str, ...], at: At) -> str:
    """Returns the text between two positions of a file, with line feeds as line ends."""
    own = list(lines[at.line - 1 : at.end_line])
    own[-1] = own[-1][: at.end_column - 1]
    own[0] = own[0][at.column - 1 :]
    return "\n".join(own)
