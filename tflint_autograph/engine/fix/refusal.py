"""The exception for fixes that are not applied."""

from __future__ import annotations


class Refusal(Exception):
    """Raised for a fix or edit that is not made. `reason` is a clause without a full stop."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
