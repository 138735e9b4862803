"""Whether a text can hold a comment that suppresses something. Reads no comment; most runs need no more than this."""

from __future__ import annotations


def is_addressed(text: str) -> bool:
    """Whether a word stands in the text that every suppression comment begins with."""
    return "tflint:" in text or "noqa" in text.lower()
