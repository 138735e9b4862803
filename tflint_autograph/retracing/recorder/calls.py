"""Counts the calls of each function, in memory that survives the process if another one shares it."""

from __future__ import annotations

import mmap

SLOTS = 1 << 17
"""Number of functions that are counted separately; calls of all others are counted together in slot 0."""

SIZE = 8 * SLOTS


def shared(descriptor: int) -> memoryview:
    """Returns counters in a file of `SIZE` bytes, which the parent process reads however this one ends."""
    return memoryview(mmap.mmap(descriptor, SIZE)).cast("Q")


def private() -> memoryview:
    """Returns counters of this process alone."""
    return memoryview(bytearray(SIZE)).cast("Q")
