"""What is said when a command line or a configuration cannot be used. Prints nothing and ends nothing."""

from __future__ import annotations

from collections.abc import Iterable

_ALIKE = 0.6


class UsageError(Exception):
    """The user asked for something that cannot be done; `hint` says what to write instead."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def closest(word: str, candidates: Iterable[str]) -> str:
    """The candidate that looks most like `word`, in any case of letters; empty when none does, the first of equals."""
    import difflib  # an error is rare, and this one import of many

    matcher = difflib.SequenceMatcher(b=word.casefold())
    best, score = "", _ALIKE
    for candidate in sorted(candidates):
        matcher.set_seq1(candidate.casefold())
        if matcher.ratio() > score:
            best, score = candidate, matcher.ratio()
    return best


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """A hint that names the closest candidate, or nothing."""
    found = closest(word, candidates)
    return f"did you mean `{found}`?" if found else ""


def place(name: str, origin: str) -> str:
    """How an error names the option `name` that was set at `origin` (a flag, a variable, or a file and a line)."""
    speaks_for_itself = origin == f"--{name}" or origin.isupper()
    return origin if speaks_for_itself else f"`{name}` ({origin})"
