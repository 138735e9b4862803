"""How often each function is called: numbers in memory that outlive the process where another one shares them."""

from __future__ import annotations

import mmap

SLOTS = 1 << 17
"""Functions that are counted one by one; the calls of all others are counted together, in slot 0."""

SIZE = 8 * SLOTS


def shared(descriptor: int) -> memoryview:
    """Counters in a file of `SIZE` bytes, which the process that gave us the file reads, however this one ends."""
    return memoryview(mmap.mmap(descriptor, SIZE)).cast("Q")


def private() -> memoryview:
    """Counters of this process alone."""
    return memoryview(bytearray(SIZE)).cast("Q")
