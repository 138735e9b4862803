"""Fast text searches for mentions, calls and reads of a name. Does not parse: a search only says where a closer look is pointless."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tflint_autograph.facts.scan import innermost
from tflint_autograph.model.facts import FunctionKey, ModuleFacts
from tflint_autograph.model.mentions import Mention, is_identifier_char

_CALLED = re.compile(r"\([\s\\)]*(\w+)")
"""A name and the parenthesis after it, reversed: a pattern that starts with a literal character is eight times as fast."""

_BETWEEN = " \t\n\\)"
"""What may be between a name and the parenthesis that calls it: `f (x)`, `(f)(x)`."""

_MANY = 16
"""Number of names from which collecting all called names of a text is faster than searching for each name."""

_FAR = 256
"""Maximum number of characters between a name and the dot before it or the parenthesis after it."""


def called(text: str) -> frozenset[str]:
    """Returns the names directly before an opening parenthesis."""
    names = {name[::-1] for name in set(_CALLED.findall(text[::-1]))}
    return frozenset([sys.intern(name) for name in names if not name[0].isdecimal()])


def call_lines(text: str, names: frozenset[str], foreign: frozenset[str] = frozenset()) -> list[int]:
    """Returns the 1-based lines, ascending, on which one of these names is called, except as a member of a `foreign` name: `tf.concat(`."""
    spelled = names if len(names) < _MANY else names & called(text)
    return sorted({line for name in spelled for line in _lines(text, name, foreign)})


def _lines(text: str, name: str, foreign: frozenset[str]) -> Iterator[int]:
    line, seen = 1, 0
    at = text.find(name)
    while at >= 0:
        before, end = text[at - 1] if at else "", at + len(name)
        if _is_called(text, end) and not is_identifier_char(before) and (before != "." or _first(text, at) not in foreign):
            line += text.count("\n", seen, at)
            seen = at
            yield line
        at = text.find(name, end)


def _is_called(text: str, end: int) -> bool:
    """Whether the name that ends at a position seems to be called."""
    sign = text[end : end + 1]
    return sign == "(" or (sign in _BETWEEN and text[end : end + _FAR].lstrip(_BETWEEN).startswith("("))


def _first(text: str, end: int) -> str:
    """Returns the first part of the dotted name that ends at a position; empty if it follows something other than a name."""
    start = end
    while start and (text[start - 1] == "." or is_identifier_char(text[start - 1])):
        start -= 1
    return text[start:end].partition(".")[0]


def has_attribute(text: str, word: str) -> bool:
    """Whether a text contains `.word`."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not is_identifier_char(text[end : end + 1]) and text[max(at - _FAR, 0) : at].rstrip(" \t\n\\").endswith("."):
            return True
        at = text.find(word, end)
    return False


class Words(NamedTuple):
    """Words to look for in a file: `names` that are mentioned as `how` says, and `others` mentioned in any way."""

    path: str
    names: frozenset[str]
    others: frozenset[str]
    how: Mention

    def found(self, facts: ModuleFacts, lines_mentioning: Callable[..., list[int]]) -> tuple[FunctionKey, ...]:
        """Returns the innermost functions that mention one of the words; `lines_mentioning` looks up a word in the file."""
        lines = {line for name in self.names for line in lines_mentioning(name, self.how)}
        lines.update(line for name in self.others for line in lines_mentioning(name))
        return tuple(FunctionKey(self.path, qualname) for qualname in innermost(facts.functions, sorted(lines)))
