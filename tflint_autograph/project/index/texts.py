"""Fast text searches for calls, attribute reads and writes of a name, and their lines. Does not parse."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from tflint_autograph.model.body import At
from tflint_autograph.tfapi import effects

_CALLED = re.compile(r"\((\w+)")
"""A name and the parenthesis after it, reversed: a pattern that starts with a literal character is eight times as fast."""

_MANY = 16
"""Number of names from which collecting all called names of a text is faster than searching for each name."""

_FAR = 256
"""Maximum number of characters between a dot and the word after it."""

_BROKEN = re.compile(r"\.[\s\\]+")
_PATH = re.compile(r"\(\s*(\w[\w.]*)")
"""A dotted name before a parenthesis, reversed like `_CALLED`."""


def is_identifier_char(sign: str) -> bool:
    """Whether a character can be part of an identifier."""
    return sign == "_" or sign.isalnum()


def called(text: str) -> frozenset[str]:
    """Returns the names directly before an opening parenthesis."""
    names = {name[::-1] for name in set(_CALLED.findall(text[::-1]))}
    return frozenset([sys.intern(name) for name in names if not name[0].isdecimal()])


def call_lines(text: str, names: frozenset[str], foreign: frozenset[str] = frozenset()) -> list[int]:
    """Returns the 1-based lines, ascending, on which one of these names is called, except as a member of a `foreign` name: `tf.concat(`."""
    spelled = names if len(names) < _MANY else names & called(text)
    return sorted({line for name in spelled for line in _lines(text, name, foreign)})


def _lines(text: str, name: str, foreign: frozenset[str]) -> Iterator[int]:
    word, line, seen = f"{name}(", 1, 0
    at = text.find(word)
    while at >= 0:
        before = text[at - 1] if at else ""
        if not is_identifier_char(before) and (before != "." or _first(text, at) not in foreign):
            line += text.count("\n", seen, at)
            seen = at
            yield line
        at = text.find(word, at + 1)


def _first(text: str, end: int) -> str:
    """Returns the first part of the dotted name that ends at a position; empty if it follows something other than a name."""
    start = end
    while start and (text[start - 1] == "." or is_identifier_char(text[start - 1])):
        start -= 1
    return text[start:end].partition(".")[0]


def called_paths(text: str) -> frozenset[str]:
    """Returns the dotted names directly before an opening parenthesis. A name after a call starts with a dot."""
    return frozenset([path[::-1] for path in set(_PATH.findall(_BROKEN.sub(".", text[::-1])))])


def lines_of(text: str, word: str) -> list[int]:
    """Returns the 1-based lines of a text that contain a word, ascending."""
    lines, line, seen = [], 1, 0
    at = text.find(word)
    while at >= 0:
        line += text.count("\n", seen, at)
        seen = at
        lines.append(line)
        at = text.find(word, text.find("\n", at))
    return lines


def has_attribute(text: str, word: str) -> bool:
    """Whether a text contains `.word`."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not is_identifier_char(text[end : end + 1]) and text[max(at - _FAR, 0) : at].rstrip(" \t\n\\").endswith("."):
            return True
        at = text.find(word, end)
    return False


def binds(text: str, name: str) -> bool:
    """Whether a text seems to bind a name. A keyword argument may look the same."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        head = text[text.rfind("\n", 0, at) + 1 : at]
        whole = not is_identifier_char(head[-1:]) and not is_identifier_char(text[end : end + 1])
        if whole and not head.endswith(".") and (_BINDS.search(head) or _BOUND.match(text, end)):
            return True
        at = text.find(name, end)
    return "import (" in text


_BINDS = re.compile(r"\b(?:(?:for|as|import|case)\b|(?:def|class)[ \t]+$)")
_ON_LINES = r"[ \t]*\n(?:[ \t]*[\w.*\[\]]+,?[ \t]*\n)*[ \t]*[\])]+[ \t]*"
_BOUND = re.compile(rf"[ \t\])]*(?:,{_ON_LINES}in\b|(?:,(?:[^=\n]*|{_ON_LINES}))?(?::=|(?:[-+%@&|^]|//?|\*\*?|<<|>>)?=(?!=)|:[^=\n]*=))")
"""Matches an assignment after a name: alone, with others, in brackets, over several lines, as `:=` or annotated."""


def changes_in(text: str, name: str, kind: str) -> bool:
    """Whether the text may change the value of an attribute in place, by a method or an item assignment.

    `kind` is the kind of the value in the effect tables.
    """
    word = f".{name}"
    at = text.find(word)
    while at >= 0:
        at += len(word)
        if _is_changed(text, at, kind):
            return True
        at = text.find(word, at)
    return False


_GAP = r"(?:[\s\\)]|#.*)*"
_METHOD = re.compile(rf"{_GAP}\.[\s\\]*(\w*)")
_OPENED = re.compile(rf"{_GAP}\[")
_ITEM = re.compile(rf"""{_GAP}\[(?:[^][\\"'\n]|"[^"\\\n]*"|'[^'\\\n]*')*\]""")
_SET = re.compile(r"(?:[ \t)]|\\\n)*(?:[-+%@&|^]|\*\*?|//?|<<|>>)?=(?!=)")
_READ = re.compile(r"(?:[ \t)]|\\\n)*[-+%@&|^*/<>!=(\w]")
"""Matches what follows an item that is only read: an operator, a call or a keyword."""
_DELETED = re.compile(r"\bdel\b")


def _is_changed(text: str, at: int, kind: str) -> bool:
    """Whether the value of an expression that ends at a position may be changed there."""
    begin = at
    while item := _ITEM.match(text, at):
        at = item.end()
    if method := _METHOD.match(text, at):
        return not method[1] or effects.mutates(kind, method[1])
    if at == begin or _OPENED.match(text, at):
        # An item that does not end on the line, or has another in it, may be anything.
        return _OPENED.match(text, at) is not None
    return _SET.match(text, at) is not None or (_READ.match(text, at) is None and _is_target(text, at))


def _is_target(text: str, at: int) -> bool:
    """Whether an item that ends at a position may be assigned or deleted there."""
    end = text.find("\n", at)
    head, rest = text[text.rfind("\n", 0, at) + 1 : at], text[at : end if end >= 0 else None]
    return "=" in rest or bool(_DELETED.search(head)) or not ("=" in head or ":" in head or "return" in head)


def below(at: At, lines: Sequence[int]) -> bool:
    """Whether one of these ascending lines is in a definition, below its first line. There must be at least one line."""
    if lines[-1] <= at.line or at.end_line < lines[0]:
        return False
    return bisect_right(lines, at.line) < bisect_right(lines, at.end_line)


def is_used(name: str, text: str) -> bool:
    """Whether the text contains the name as a whole word, not counting its definition and `super(name`."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        is_word = not is_identifier_char(text[at - 1 : at]) and not is_identifier_char(text[end : end + 1])
        if is_word and not text.endswith(("class ", "super("), 0, at):
            return True
        at = text.find(name, end)
    return False
