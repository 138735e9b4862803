"""Finds all that follows from something, directly or not: the callers of callers, the importers of importers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


def reachable(start: Iterable[Item], following: Callable[[Item], Iterable[Item]]) -> Iterator[Item]:
    """Yields these items and all that follow from them, directly or not, each once."""
    waiting = list(dict.fromkeys(start))
    seen = set(waiting)
    while waiting:
        item = waiting.pop()
        yield item
        new = [each for each in dict.fromkeys(following(item)) if each not in seen]
        seen.update(new)
        waiting += new
