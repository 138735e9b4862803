"""What a text seems to call and to set, as far as words and signs tell. Parses nothing.

Such signs are looked for backwards: a pattern that begins with a plain sign is found five times as fast as one that
begins with any word.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator

_CALL = re.compile(r"\b([^\W\d]\w*)\(")
_CALLED = re.compile(r"\((\w+)")
_STORE = re.compile(r"=(?<!==)(?:[-+*/%@&|^]|//|\*\*|>>|<<)?[^\S\n]*(\w+)\.")


def called(text: str) -> frozenset[str]:
    """The names right before an opening parenthesis."""
    names = {name[::-1] for name in set(_CALLED.findall(text[::-1]))}
    return frozenset([sys.intern(name) for name in names if not name[0].isdecimal()])


def calls(text: str) -> dict[str, list[int]]:
    """The 1-based lines on which each of these names stands so, one as often as it does."""
    found: dict[str, list[int]] = {}
    places = [(match.start(), match[1]) for match in _CALL.finditer(text)]
    for name, line in _lines(text, places):
        found.setdefault(name, []).append(line)
    return found


def stores(text: str) -> dict[str, tuple[int, ...]]:
    """The 1-based lines, in ascending order, on which an attribute of each name is set, or seems to be."""
    size = len(text)
    places = [(size - match.end(), match[1][::-1]) for match in _STORE.finditer(text[::-1])]
    found: dict[str, dict[int, None]] = {}
    for name, line in _lines(text, reversed(places)):
        found.setdefault(sys.intern(name), {})[line] = None
    return {name: tuple(lines) for name, lines in found.items()}


def _lines(text: str, places: Iterable[tuple[int, str]]) -> Iterator[tuple[str, int]]:
    """The names at these offsets, which ascend, each with its 1-based line."""
    line, seen = 1, 0
    for offset, name in places:
        line += text.count("\n", seen, offset)
        seen = offset
        yield name, line
