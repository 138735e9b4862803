"""Answers that are kept once everything they have looked at was settled. Knows no question."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")


class Halfway:
    """Counts the looks at answers that were still being worked out: who looks there again may be told more.

    With `keeps` turned off somebody else keeps the answers, with all that each has looked at.
    """

    __slots__ = ("keeps", "looks")

    def __init__(self) -> None:
        self.keeps = True
        self.looks = 0

    def kept(self, table: dict[Key, Answer], key: Key, work: Callable[[], Answer]) -> Answer:
        """What `work` gives, put into the table where it has seen nothing half done."""
        before = self.looks
        answer = work()
        if self.looks == before and self.keeps:
            table[key] = answer
        return answer

    def is_half(self, half: bool) -> bool:
        """Count a question for whether something is half done."""
        self.looks += half
        return half
