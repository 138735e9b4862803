"""Why a fix is not applied. Holds nothing else, so that every module of this package can raise it."""

from __future__ import annotations


class Refusal(Exception):
    """A fix, or an edit of a file, that is not made; `reason` is a clause without a full stop."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
