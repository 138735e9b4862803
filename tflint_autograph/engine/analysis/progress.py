"""The callback by which a run reports its progress."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Takes the current step, the number of finished items, and the total, 0 if unknown."""


def untold(what: str, done: int, total: int) -> None:
    """Ignores the progress."""
