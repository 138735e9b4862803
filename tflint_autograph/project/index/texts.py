"""Fast text searches for calls and attributes of a name, and the lines of calls. Does not parse."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

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


def has_attribute(text: str, word: str) -> bool:
    """Whether a text contains `.word`."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not is_identifier_char(text[end : end + 1]) and text[max(at - _FAR, 0) : at].rstrip(" \t\n\\").endswith("."):
            return True
        at = text.find(word, end)
    return False
