"""Where a text of Python mentions an identifier, whatever its layout.

A word in a string counts as a mention, too. So the index over-approximates: it says where there is nothing to look for, and
never what code means.
"""

from __future__ import annotations

_BLANKS = "".join(chr(code) if chr(code).isalnum() or chr(code) == "_" else " " for code in range(128))
"""A table for `str.translate` that leaves letters, digits and underscores, and every sign beyond ASCII."""

_FAR = 256
"""Signs between a word and what stands before it that are looked through, at most."""


def is_identifier_char(sign: str) -> bool:
    """Whether a sign is part of an identifier."""
    return sign == "_" or sign.isalnum()


def identifiers(text: str) -> frozenset[str]:
    """Every word of a text that may be an identifier."""
    return frozenset(text.translate(_BLANKS).split())


def lines_mentioning(text: str, name: str, *, as_attribute: bool = False) -> list[int]:
    """The 1-based lines of a text that mention a name otherwise than to define a function or class called so, ascending.

    With `as_attribute` those alone that may look it up on something: behind a dot, or in a string.
    """
    fits = _may_be_attribute if as_attribute else _is_no_definition
    lines, line, seen = [], 1, 0
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not is_identifier_char(text[end : end + 1]) and not is_identifier_char(text[at - 1 : at]) and fits(text, at):
            line += text.count("\n", seen, at)
            seen = at
            lines.append(line)
            # The rest of the line says nothing new.
            end = text.find("\n", end)
            if end < 0:
                break
        at = text.find(name, end)
    return lines


def _is_no_definition(text: str, at: int) -> bool:
    """Whether the word that begins at a place is not the name in a def or class statement."""
    before = text[max(at - _FAR, 0) : at]
    head = before.rstrip(" \t\\\n")
    word = next((each for each in ("def", "class") if head.endswith(each)), "")
    return not word or len(head) == len(before) or is_identifier_char(head[: -len(word)][-1:])


def _may_be_attribute(text: str, at: int) -> bool:
    """Whether a dot stands before the word that begins at a place, or the word may be a string, or behind a comment."""
    before = text[max(at - _FAR, 0) : at]
    head = before.rstrip(" \t\\\n")
    if head.endswith((".", '"', "'")):
        return True
    return "\n" in before[len(head) :] and "#" in head.rpartition("\n")[2]
