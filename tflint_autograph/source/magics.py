"""Replaces IPython magics and shell commands by Python, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tflint_autograph.source.syntax import parse

KEPT = frozenset({"capture", "prun", "tflint", "time", "timeit", "traces"})
"""Cell magics whose body is Python that runs in the notebook itself. Other bodies are another language or a file."""

_CANDIDATE = re.compile(r"^\s*[%!?,;/]|=\s*[%!]|\?\s*(?:;\s*)?(?:#.*)?$", re.MULTILINE)
_ESCAPE = re.compile(r"(\s*)[%!?,;/]")
_RUN = re.compile(r"(\s*)%(?:time|timeit|prun)\s+(?:-[a-z](?:\s?\d+)?\s+)*(?=[^\s-])(.*)")
_AUTOMAGIC = re.compile(r"(\s*)(?:cat|cd|conda|cp|ldir|less|ll|ls|man|mkdir|more|mv|pip|rm|rmdir)\s.*")
_NAME = r"[^\W\d]\w*(?:\.\w+|\[[^\]=#]*\])*"
_ASSIGNMENT = re.compile(rf"(\s*{_NAME}(?:\s*,\s*{_NAME})*\s*,?\s*=\s*)[%!]")
_CELL_MAGIC = re.compile(r"%%(\w*)")
_SHORT = r"""#.*|"(?:\\.|[^"\\])*(?:"|\\?$)|'(?:\\.|[^'\\])*(?:'|\\?$)"""
_PIECE = re.compile(rf"""\"{{3}}|'{{3}}|{_SHORT}|[(\[{{]|[)\]}}]|\\$""")
_QUOTED = re.compile(rf"""(\"{{3}}|'{{3}}).*?(?:\1|$)|{_SHORT}""")
_UNTIL = {quote: re.compile(rf"(?:\\.|[^\\])*?{quote}") for quote in ('"""', "'''", '"', "'")}


class _State(NamedTuple):
    """What is open at the end of a physical line: brackets, a string (its quotes), a backslash."""

    depth: int = 0
    quote: str = ""
    joined: bool = False


def to_python(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the lines of one cell as Python, with the same number of lines and positions.

    A magic, shell or help line becomes `pass`, as does `ls data` alone in its cell; `x = !ls` becomes `x = get_ipython()`, an unknown
    value; the statement of `%time f()` stays. The body of a cell magic is blanked unless the magic is in `KEPT`. Lines inside a statement
    or string are unchanged.
    """
    if _is_automagic(lines):
        return tuple([_AUTOMAGIC.sub(r"\1pass", line) for line in lines])
    start = _body(lines)
    body = lines[start:]
    if _CANDIDATE.search("\n".join(body)):
        body = tuple(_replaced(body))
    return ("",) * start + body


def is_indented(lines: tuple[str, ...], python: tuple[str, ...]) -> bool:
    """Whether a cell and its Python version start with the same indentation, which IPython removes from all lines."""
    first = next((line for line in lines if line.strip()), "")
    space = _space(first)
    code = next((line for line in python if line.strip() and not line.lstrip().startswith("#")), "")
    return bool(space) and code.startswith(space)


def _is_automagic(lines: tuple[str, ...]) -> bool:
    """Whether the only line of a cell is a shell command that IPython accepts without `%`, and no Python."""
    written = [line for line in lines if line.strip()]
    return len(written) == 1 and _AUTOMAGIC.match(written[0]) is not None and not _is_python(written[0])


def _space(line: str) -> str:
    """Returns the indentation of a line."""
    return line[: len(line) - len(line.lstrip())]


def _is_python(line: str) -> bool:
    """Whether a single line, without surrounding white space, parses as Python."""
    try:
        parse(line.strip())
    except (SyntaxError, RecursionError):
        return False
    return True


def _body(lines: tuple[str, ...]) -> int:
    """Returns the index of the first line after the cell magics."""
    start = 0
    for index, line in enumerate(lines):
        if not line.strip():
            continue
        magic = _CELL_MAGIC.match(line)
        if not magic:
            return start
        if magic[1] not in KEPT:
            return len(lines)
        start = index + 1
    return start


def _replaced(lines: tuple[str, ...]) -> Iterator[str]:
    state = _State()
    in_magic = False
    for line in lines:
        if in_magic:
            in_magic = line.endswith("\\")
            yield ""
            continue
        python = _magic(line) if state == _State() else None
        if python is None:
            state = _scan(line, state)
            yield line
        else:
            in_magic = line.endswith("\\")
            yield python


def _magic(line: str) -> str | None:
    """Returns the Python for a line that starts a statement, or None if it is Python already."""
    if run := _RUN.match(line):
        return _statement(run)
    if escape := _ESCAPE.match(line):
        return escape[1] + "pass"
    if assignment := _ASSIGNMENT.match(line):
        return assignment[1] + "get_ipython()"
    if "?" in line and _QUOTED.sub("", line).rstrip("; \t").endswith("?"):
        return _space(line) + "pass"
    return None


def _statement(run: re.Match[str]) -> str:
    """Returns the Python that a magic runs, in the same columns; `pass;` replaces the magic."""
    python = run[1] + "pass;".ljust(run.start(2) - run.end(1)) + run[2]
    return python if _is_python(python) else run[1] + "pass"


def _scan(line: str, state: _State) -> _State:
    """Returns what is open after `line`, given what was open before."""
    depth, quote, _ = state
    start = 0
    while True:
        if quote:
            end = _UNTIL[quote].match(line, start)
            if not end:
                keeps = len(quote) == 3 or line.endswith("\\")
                return _State(depth, quote if keeps else "")
            start, quote = end.end(), ""
        piece = _PIECE.search(line, start)
        if not piece:
            return _State(depth)
        start = piece.end()
        text = piece[0]
        if text == "\\":
            return _State(depth, joined=True)
        if text in ('"""', "'''"):
            quote = text
        elif text[0] in "\"'" and text.endswith("\\"):
            return _State(depth, text[0])
        elif text in "([{":
            depth += 1
        elif text in ")]}":
            depth = max(depth - 1, 0)
