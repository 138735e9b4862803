"""What a process may take of memory and disk. Time and output are watched from the outside."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILE = 4 << 30
"""Bytes of the largest file a unit may write."""


def limit(memory: int) -> None:
    """Limit what this process may come to hold, in bytes, beside what it holds already, and the size of its files."""
    _limit_memory(memory)
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_memory(memory: int) -> None:
    held = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize() if sys.platform == "linux" else 0
    resource.setrlimit(resource.RLIMIT_DATA, (held + memory, resource.getrlimit(resource.RLIMIT_DATA)[1]))


@contextmanager
def lifted(memory: int) -> Iterator[None]:
    """Let this process tell that it ran out of memory, and go on with as much again as it had."""
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
    try:
        yield
    finally:
        _limit_memory(memory)
