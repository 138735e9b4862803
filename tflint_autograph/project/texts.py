"""What a text seems to call or to ask of something, as far as words and signs tell, and on which lines. Parses nothing."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from tflint_autograph.model.body import At

_CALLED = re.compile(r"\((\w+)")
"""A name and the parenthesis behind it, backwards: a pattern that begins with a plain sign is found eight times as fast."""

_MANY = 16
"""Names: for fewer a text is looked through faster once for each than once for all that it calls."""

_BROKEN = re.compile(r"[\s\\]+\.")
_PATH = re.compile(r"([\w.]*\w)\s*\(")


def called(text: str) -> frozenset[str]:
    """The names right before an opening parenthesis."""
    names = {name[::-1] for name in set(_CALLED.findall(text[::-1]))}
    return frozenset([sys.intern(name) for name in names if not name[0].isdecimal()])


def call_lines(text: str, names: frozenset[str]) -> list[int]:
    """The 1-based lines on which one of these names stands so, ascending."""
    spelled = names if len(names) < _MANY else names & called(text)
    return sorted({line for name in spelled for line in _lines(text, name)})


def _lines(text: str, name: str) -> Iterator[int]:
    word, line, seen = f"{name}(", 1, 0
    at = text.find(word)
    while at >= 0:
        before = text[at - 1] if at else ""
        if not (before.isalnum() or before == "_"):
            line += text.count("\n", seen, at)
            seen = at
            yield line
        at = text.find(word, at + 1)


def called_paths(text: str) -> frozenset[str]:
    """The dotted names right before an opening parenthesis, as they are written; what follows a call begins with a dot."""
    return frozenset(_PATH.findall(_BROKEN.sub(".", text)))


def goes_on(line: str, word: str) -> bool:
    """Whether an item or attribute of `word` may stand behind it in a line, or on the next one."""
    at = line.find(word)
    while at >= 0:
        at += len(word)
        if line[at:].lstrip(" \t)")[:1] in ("", ".", "[", "\\", "#"):
            return True
        at = line.find(word, at)
    return False


def below(at: At, lines: Sequence[int]) -> bool:
    """Whether one of these ascending lines is one of a definition, below its first; there has to be one."""
    if lines[-1] <= at.line or at.end_line < lines[0]:
        return False
    return bisect_right(lines, at.line) < bisect_right(lines, at.end_line)
