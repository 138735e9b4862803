"""Errors for command lines and configurations that cannot be used."""

from __future__ import annotations

from collections.abc import Iterable

_ALIKE = 0.6


class UsageError(Exception):
    """Raised when the user's request cannot be done; `hint` says what to write instead."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def closest(word: str, candidates: Iterable[str]) -> str:
    """Returns the candidate most similar to `word`, ignoring case; empty if none is similar, the first of equals."""
    import difflib  # an error is rare, and this one import of many

    matcher = difflib.SequenceMatcher(b=word.casefold())
    best, score = "", _ALIKE
    for candidate in sorted(candidates):
        matcher.set_seq1(candidate.casefold())
        if matcher.ratio() > score:
            best, score = candidate, matcher.ratio()
    return best


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """Returns a hint with the closest candidate, or an empty string."""
    found = closest(word, candidates)
    return f"did you mean `{found}`?" if found else ""


def place(name: str, origin: str) -> str:
    """Returns how an error refers to the option `name` set at `origin` (a flag, a variable, or a file and a line)."""
    speaks_for_itself = origin == f"--{name}" or origin.isupper()
    return origin if speaks_for_itself else f"`{name}` ({origin})"
