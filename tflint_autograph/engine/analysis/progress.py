"""How a run says how far it is. Shows nothing."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Takes what is being done, how many are done, and how many there are, 0 when nobody knows."""


def untold(what: str, done: int, total: int) -> None:
    """Tell nobody."""
