"""The kinds of numbers at the edges of what a tensor may hold. Standard library only."""

from __future__ import annotations

from typing import Literal, TypeAlias

Edge: TypeAlias = Literal["zero", "negative"]

EDGES: tuple[Edge, ...] = ("zero", "negative")
"""The values of `Driver.vary` for them. Only floats become negative: integers may be indices, and one out of range is an error of the caller."""
