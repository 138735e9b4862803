"""The assumptions that findings rest on: how sure a finding is that needs one, and what to tell of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tflint_autograph.model.levels import Confidence
from tflint_autograph.tfapi.load import table


def assumptions() -> tuple[str, ...]:
    """Returns the ids of all assumptions, in the order of the table."""
    return tuple(table("assumptions"))


def text_of(name: str) -> str:
    """Returns what an assumption says, as a sentence without a full stop."""
    text: str = table("assumptions")[name]["text"]
    return text


@cache
def limit_of(name: str) -> Confidence:
    """Returns the highest confidence of a finding that needs the assumption."""
    return Confidence(table("assumptions")[name]["confidence"])


def weakest(names: Iterable[str]) -> str:
    """Returns the first of the assumptions with the lowest confidence; empty if there are none."""
    return min(names, key=lambda name: limit_of(name).rank, default="")
