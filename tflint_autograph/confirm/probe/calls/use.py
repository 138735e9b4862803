"""What the body of a function does with a value. Calls nothing."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

MOST = 8
"""Maximum number of values that are taken from one table."""

_LONGEST = 4096
"""Maximum size of an axis of a generated tensor."""


@dataclass(eq=False)
class Use:
    """How a value is used. `values`: code of the constants it is compared with or looked up as. `keys` and `attributes`: what is read of it. `results`: how
    the results of its methods `numpy` and `decode` are used. `kinds`: the classes that it is tested for. `element`: how what it
    contains is used.

    `is_indexed`: a variable is its index. `is_index`: it is one. `is_counted`: a loop runs while it is true. `is_range`: `range` gets it. `sizes`: the least size of each axis by its constant indices. `unpacked`: the number of names it is unpacked to, or 0.
    """

    values: dict[str, None] = field(default_factory=dict)
    keys: dict[str, Use] = field(default_factory=dict)
    attributes: dict[str, Use] = field(default_factory=dict)
    results: dict[str, Use] = field(default_factory=dict)
    kinds: list[type] = field(default_factory=list)
    sizes: tuple[int, ...] = ()
    unpacked: int = 0
    element: Use | None = None
    is_called: bool = False
    is_iterated: bool = False
    is_indexed: bool = False
    is_index: bool = False
    is_counted: bool = False
    is_range: bool = False

    @property
    def lengths(self) -> tuple[int, ...]:
        """The sizes that its shape, or an element of that, is compared with."""
        shape = self.attributes.get("shape", Use())
        compared = (*shape.values, *(shape.element.values if shape.element is not None else ()))
        found = (ast.literal_eval(each) for each in compared)
        flat = (size for each in found for size in (each if isinstance(each, tuple) else (each,)))
        return tuple(dict.fromkeys(size for size in flat if type(size) is int and 0 < size <= _LONGEST))[:MOST]

    def compare(self, value: Any) -> None:
        """Adds a constant that the value may equal."""
        is_sizes = isinstance(value, tuple) and all(type(each) is int for each in value)
        if (is_sizes or isinstance(value, (str, int, float, bytes))) and len(self.values) < 2 * MOST:
            self.values.setdefault(repr(value))

    def contained(self) -> Use:
        """Returns the use of what the value contains."""
        self.element = self.element or Use()
        return self.element

    def index(self, sizes: tuple[int, ...]) -> None:
        """Adds the sizes that one subscript needs."""
        longest = max(len(sizes), len(self.sizes))
        padded = [(*each, *(1,) * (longest - len(each))) for each in (sizes, self.sizes)]
        self.sizes = tuple(map(max, *padded))

    def merge(self, other: Use) -> None:
        """Adds how another part of the code uses the value."""
        for value in other.values:
            self.values.setdefault(value)
        for mine, theirs in ((self.keys, other.keys), (self.attributes, other.attributes), (self.results, other.results)):
            for name, inner in theirs.items():
                mine.setdefault(name, Use()).merge(inner)
        if other.element is not None:
            self.contained().merge(other.element)
        self.kinds += [kind for kind in other.kinds if kind not in self.kinds]
        self.index(other.sizes)
        self.unpacked = max(self.unpacked, other.unpacked)
        self.is_called |= other.is_called
        self.is_iterated |= other.is_iterated
        self.is_indexed |= other.is_indexed
        self.is_index |= other.is_index
        self.is_counted |= other.is_counted
        self.is_range |= other.is_range


def sizes_of(index: ast.expr) -> tuple[int, ...]:
    """Returns the least size of each axis for a subscript; 1 where it does not say."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    if any(isinstance(each, ast.Constant) and each.value in (None, ...) for each in parts):
        return ()
    return tuple(map(_size, parts))


def _size(part: ast.expr) -> int:
    try:
        value = ast.literal_eval(part)
    except (ValueError, TypeError, SyntaxError):
        return 1
    return (value + 1 if value >= 0 else -value) if type(value) is int else 1
