"""The kinds of numbers at the edges of what a tensor may hold. Standard library only."""

from __future__ import annotations

from typing import Literal, TypeAlias

Edge: TypeAlias = Literal["zero", "negative", "large"]

EDGES: tuple[Edge, ...] = ("zero", "negative", "large")
"""The values of `Driver.vary` for them. Large ones are larger than usual sizes, and only integers: floats are no indices."""
