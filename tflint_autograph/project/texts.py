"""What a text seems to call and to set, as far as words and signs tell, and on which lines. Parses nothing."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from tflint_autograph.model.body import At

_CALLED = re.compile(r"\((\w+)")
"""A name and the parenthesis behind it, backwards: a pattern that begins with a plain sign is found eight times as fast."""

_SET = re.compile(r"=(?<!==)(?:[-+*/%@&|^]|//|\*\*|>>|<<)?[^\S\n]*([\w\x80-\U0010ffff]+)\.")
"""An attribute and the sign behind it that sets it, of what stands on one line; backwards, too."""


def called(text: str) -> frozenset[str]:
    """The names right before an opening parenthesis."""
    names = {name[::-1] for name in set(_CALLED.findall(text[::-1]))}
    return frozenset([sys.intern(name) for name in names if not name[0].isdecimal()])


def calls(text: str) -> dict[str, list[int]]:
    """The 1-based lines on which each of these names stands so, ascending, one as often as it does."""
    return {name: lines for name, lines in _on_lines(_CALLED, text).items() if not name[0].isdecimal()}


@lru_cache(maxsize=256)
def settings(text: str) -> dict[str, list[int]]:
    """By each name that is set behind a dot, the 1-based lines on which it is, ascending, one as often as it is."""
    return _on_lines(_SET, text)


def _on_lines(backwards: re.Pattern[str], text: str) -> dict[str, list[int]]:
    """By each name that a pattern finds in the reversed text, the lines on which it ends, ascending."""
    found: dict[str, list[int]] = {}
    line, seen, reverse = text.count("\n") + 1, 0, text[::-1]
    for match in backwards.finditer(reverse):
        line -= reverse.count("\n", seen, match.start())
        seen = match.start()
        found.setdefault(match[1], []).append(line)
    return {name[::-1]: lines[::-1] for name, lines in found.items()}


def below(at: At, lines: Sequence[int]) -> bool:
    """Whether one of these ascending lines is one of a definition, below its first; there has to be one."""
    if lines[-1] <= at.line or at.end_line < lines[0]:
        return False
    return bisect_right(lines, at.line) < bisect_right(lines, at.end_line)
