"""Fast check whether a text may contain suppression comments. Most runs need no more than this."""

from __future__ import annotations

import re

_WORDS = ("tflint", "TFLint", "TFLINT", "Tflint")
_CODE = re.compile(r"TFA\d")
_BYTES = tuple(word.encode() for word in _WORDS)
_BYTES_OF_CODE = re.compile(rb"TFA\d")


def is_addressed(text: str) -> bool:
    """Whether the text contains a word of every suppression comment, or a rule code as in a misspelled one."""
    return _speaks_to_us(text) or "noqa" in text.lower()


def _speaks_to_us(text: str) -> bool:
    return any(word in text for word in _WORDS) or ("TFA" in text and _CODE.search(text) is not None)


def is_addressed_in(data: bytes) -> bool:
    """Whether the bytes of a file contain such a word, except `noqa`, which only matters where something was found."""
    return any(word in data for word in _BYTES) or (b"TFA" in data and _BYTES_OF_CODE.search(data) is not None)
