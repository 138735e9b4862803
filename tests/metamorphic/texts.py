"""Edits of source text that keep its tokens: where tokens and nodes stand, and pieces of text put between them."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

Edit = tuple[int, int, str]
"""Start and end in code points, and the text that takes their place."""

_SKIPPED = frozenset({tokenize.NL, tokenize.COMMENT, tokenize.ENDMARKER, tokenize.INDENT, tokenize.DEDENT})
_BEGIN, _END = getattr(tokenize, "FSTRING_START", None), getattr(tokenize, "FSTRING_END", None)
"""The tokens around the parts of an f-string, from Python 3.12 on; before, it is one token."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token that means something; an f-string is one. `depth` counts the brackets around it."""

    type: int
    string: str
    start: int
    end: int
    depth: int

    @property
    def opens(self) -> bool:
        """Whether it is an opening bracket."""
        return self.type == tokenize.OP and self.string in ("(", "[", "{")

    @property
    def closes(self) -> bool:
        """Whether it is a closing bracket."""
        return self.type == tokenize.OP and self.string in (")", "]", "}")

    @property
    def is_word(self) -> bool:
        """Whether it would grow together with a word beside it."""
        return self.type in (tokenize.NAME, tokenize.NUMBER, tokenize.STRING)


class Text:
    """A file whose tokens and nodes are looked up by their offsets."""

    def __init__(self, text: str, tree: ast.Module) -> None:
        self.text = text
        self.tree = tree
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.tokens = list(self._tokens())
        self._held = [self._header(node) for node in ast.walk(tree) if isinstance(node, ast.stmt) and _has_lambda(node)]

    def start(self, node: ast.expr | ast.stmt) -> int:
        """Where a node begins; the first decorator of a definition."""
        decorators = getattr(node, "decorator_list", ())
        if decorators:
            return self.text.rindex("@", 0, self.start(decorators[0]))
        return self._offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        """Where a node ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._offset(node.end_lineno, node.end_col_offset)

    def is_held(self, start: int, end: int | None = None) -> bool:
        """Whether the place is in a statement with a lambda, the lines of which mean something to AutoGraph."""
        return any(begin < (end or start) and start < stop for begin, stop in self._held)

    def gaps(self) -> Iterator[tuple[Token, Token]]:
        """Each token with the next one."""
        return zip(self.tokens, self.tokens[1:], strict=False)

    def indentation(self, offset: int) -> str:
        """The blanks in front of the line a place is on."""
        line = self.text.rfind("\n", 0, offset) + 1
        match = re.compile(r"[ \t]*").match(self.text, line)
        assert match is not None
        return match[0]

    def line_start(self, offset: int) -> int:
        """Where the line of a place begins."""
        return self.text.rfind("\n", 0, offset) + 1

    def edited(self, edits: Iterable[Edit]) -> str:
        """The text with places replaced; of two edits at one place the first comes first."""
        text = self.text
        for start, end, new in sorted(edits, key=lambda edit: edit[:2])[::-1]:
            text = text[:start] + new + text[end:]
        return text

    def _offset(self, line: int, column: int) -> int:
        start = self._starts[line - 1]
        stop = self._starts[line] if line < len(self._starts) else len(self.text)
        return start + len(self.text[start:stop].encode()[:column].decode())

    def _header(self, node: ast.stmt) -> tuple[int, int]:
        """A simple statement, or the part of a compound one before its body."""
        body = getattr(node, "body", None)
        return self.start(node), self.start(body[0]) if isinstance(body, list) else self.end(node)

    def _tokens(self) -> Iterator[Token]:
        depth, begun, nested = 0, 0, 0
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            start, end = (self._starts[line - 1] + column for line, column in (token.start, token.end))
            if token.type == _BEGIN:
                begun = begun if nested else start
                nested += 1
            if not nested and token.type not in _SKIPPED:
                made = Token(token.type, token.string, start, end, depth)
                yield replace(made, depth=depth - made.closes)
                depth += made.opens - made.closes
            if token.type == _END:
                nested -= 1
                if not nested:
                    yield Token(tokenize.STRING, self.text[begun:end], begun, end, depth)


def _has_lambda(node: ast.stmt) -> bool:
    """Whether a lambda stands in the statement itself, not in a statement below it."""
    todo = [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]
    while todo:
        part = todo.pop()
        if isinstance(part, ast.Lambda):
            return True
        todo += [child for child in ast.iter_child_nodes(part) if not isinstance(child, ast.stmt)]
    return False
