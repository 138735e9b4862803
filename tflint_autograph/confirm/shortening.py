"""Shortens the messages of exceptions for verdicts."""

from __future__ import annotations

import re

_END = re.compile(r"[.!?](?=\s)")


def shortened(text: str, most: int = 200) -> str:
    """Returns at most `most` characters of a text: whole sentences of it, or whole words and `...` where the first sentence is longer.

    The sentences come to a third of the characters at least.
    """
    if len(text) <= most:
        return text
    ends = [match.end() for match in _END.finditer(text, most // 3) if match.end() <= most]
    return text[: ends[-1]] if ends else f"{text[: most - 3].rpartition(' ')[0] or text[: most - 4]} ..."
