"""The comment that suppresses one finding, as an edit. Decides about no finding and writes no file."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Sequence

from tflint_autograph.facts.directives import Directive, DirectiveKind, directives
from tflint_autograph.model.finding import Edit
from tflint_autograph.model.location import Position, Span


def ignoring(code: str, span: Span, lines: Sequence[str]) -> Edit:
    """The edit that lets a comment cover the code at `span`; `lines` are those of its file, or of its cell.

    The comment ends the line of the finding, or the next line of the statement that can bear one: the inside of a string
    and a line that ends in a backslash cannot. A comment of ours that is there gets one code more.
    """
    text = "".join(f"{line}\n" for line in lines)
    taken = _taken(text)
    line = span.start.line
    while line < len(lines) and line in taken:
        line += 1
    for directive in directives(text):
        if (
            directive.line == line
            and directive.kind is DirectiveKind.IGNORE
            and directive.codes
            and not directive.alone
        ):
            return _joined(directive, code, span)
    written = lines[line - 1] if line <= len(lines) else ""
    bare = written.rstrip()
    end = Position(line, len(written) + 1)
    start = Position(line, len(bare) + 1)
    return Edit(Span(span.path, start, end, span.cell), f"  # tflint: ignore[{code}]")


def _joined(directive: Directive, code: str, span: Span) -> Edit:
    codes = ", ".join(dict.fromkeys((*directive.codes, code)))
    comment = f"# tflint: ignore[{codes}] {directive.reason}".rstrip()
    return Edit(Span(span.path, directive.start, directive.end, span.cell), comment)


def _taken(text: str) -> frozenset[int]:
    """The lines at whose end no comment can stand."""
    taken = {number for number, line in enumerate(text.split("\n"), 1) if line.endswith("\\")}
    opened: list[int] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            name = tokenize.tok_name[token.type]
            if name.endswith("STRING_START"):
                opened.append(token.start[0])
            elif name.endswith("STRING_END") and opened:
                taken.update(range(opened.pop(), token.end[0]))
            elif name == "STRING":
                taken.update(range(token.start[0], token.end[0]))
    except (tokenize.TokenError, SyntaxError):
        # Half written code, or a cell with magics: what could be read so far has to do.
        return frozenset(taken)
    return frozenset(taken)
