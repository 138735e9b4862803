"""Finds where Python text mentions an identifier.

Words in strings count as mentions, so the index over-approximates: it only says where a search is pointless.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

_BLANKS = "".join(chr(code) if chr(code).isalnum() or chr(code) == "_" else " " for code in range(128))
"""A table for `str.translate` that keeps letters, digits, underscores and all non-ASCII characters."""

_WORD = re.compile(r"\w+")
_FAR = 256
_NEAR = 16
"""Maximum number of characters before and after a word that are examined."""


def is_identifier_char(sign: str) -> bool:
    """Whether a character can be part of an identifier."""
    return sign == "_" or sign.isalnum()


def identifiers(text: str) -> frozenset[str]:
    """Returns every word of a text that may be an identifier."""
    return frozenset(text.translate(_BLANKS).split())


class Mention(NamedTuple):
    """What counts as a mention of a name: any, or only a possible attribute access: after a dot, or in a string.

    If the name has to be `read`, assignments to it and keyword arguments do not count, nor members of a `foreign` name: `tf.concat` does
    not mention a project function `concat`.
    """

    as_attribute: bool = False
    read: bool = False
    foreign: frozenset[str] = frozenset()


ANY = Mention()
ATTRIBUTE = Mention(as_attribute=True)


def lines_mentioning(text: str, name: str, how: Mention = ANY) -> list[int]:
    """Returns the 1-based lines, ascending, of a text that mention a name as `how` says, other than to define it."""
    lines, line, seen = [], 1, 0
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        is_whole = not is_identifier_char(text[end : end + 1]) and not is_identifier_char(text[at - 1 : at])
        if is_whole and _is_mention(text, at, end, how):
            line += text.count("\n", seen, at)
            seen = at
            lines.append(line)
            # The rest of the line says nothing new.
            end = text.find("\n", end)
            if end < 0:
                break
        at = text.find(name, end)
    return lines


class MentionIndex:
    """The words of a text by place, for a text in which hundreds of names are looked up."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._places: dict[str, list[int]] = {}
        for found in _WORD.finditer(text):
            self._places.setdefault(found[0], []).append(found.start())

    def lines_mentioning(self, name: str, how: Mention = ANY) -> list[int]:
        """Returns what the function `lines_mentioning` returns for the text."""
        if not _WORD.fullmatch(name):
            return lines_mentioning(self._text, name, how)
        lines: list[int] = []
        for at in self._places.get(name, ()):
            line = bisect_right(self._starts, at)
            if lines[-1:] != [line] and _is_mention(self._text, at, at + len(name), how):
                lines.append(line)
        return lines


def _is_mention(text: str, at: int, end: int, how: Mention) -> bool:
    """Whether the word between two positions is a mention as `how` says."""
    fits = _may_be_attribute if how.as_attribute else _is_no_definition
    return (not how.read or _is_read(text, at, end, how.foreign)) and fits(text, at)


def _is_read(text: str, at: int, end: int, foreign: frozenset[str]) -> bool:
    """Whether a word seems to be neither assigned nor a member of something foreign."""
    behind = text[end : end + _NEAR].lstrip(" \t\\\n")
    if behind[:1] == "=" and behind[1:2] not in ("", "="):
        return False
    if not foreign or text[at - 1 : at] != ".":
        return True
    start = at
    while start and (text[start - 1] == "." or is_identifier_char(text[start - 1])):
        start -= 1
    return text[start:at].partition(".")[0] not in foreign


def _is_no_definition(text: str, at: int) -> bool:
    """Whether the word at a position is not the name of a `def` or `class` statement."""
    before = text[max(at - _FAR, 0) : at]
    head = before.rstrip(" \t\\\n")
    word = next((each for each in ("def", "class") if head.endswith(each)), "")
    return not word or len(head) == len(before) or is_identifier_char(head[: -len(word)][-1:])


def _may_be_attribute(text: str, at: int) -> bool:
    """Whether the word at a position follows a dot, or may be in a string, or follows a comment."""
    before = text[max(at - _FAR, 0) : at]
    head = before.rstrip(" \t\\\n")
    if head.endswith((".", '"', "'")):
        return True
    return "\n" in before[len(head) :] and "#" in head.rpartition("\n")[2]
