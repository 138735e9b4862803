"""Classifies exceptions by type and message."""

from __future__ import annotations

import re
from functools import cache

from tflint_autograph.model.error_kind import ErrorKind
from tflint_autograph.tfapi.load import table


def error_kind(type: str, text: str) -> ErrorKind:
    """Returns the kind of an exception by the name of its type and its message; `OTHER` if it is not known."""
    found = (kind for kind, types, texts in _known() if type in types or (texts and texts.search(text)))
    return next(found, ErrorKind.OTHER)


@cache
def _known() -> tuple[tuple[ErrorKind, frozenset[str], re.Pattern[str] | None], ...]:
    return tuple(
        (ErrorKind(name), frozenset(found.get("types", ())), _pattern(found.get("texts", ())))
        for name, found in table("errors").items()
    )


def _pattern(texts: list[str]) -> re.Pattern[str] | None:
    """Returns a pattern that matches messages containing one of these texts."""
    parts = (".*?".join(map(re.escape, text.split("..."))) for text in texts)
    return re.compile("|".join(parts), re.DOTALL) if texts else None
