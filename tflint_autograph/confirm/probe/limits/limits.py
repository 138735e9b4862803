"""Limits on the memory and file size of a process. Time and output are watched from outside."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILE = 4 << 30
"""Maximum size in bytes of a file that a unit writes."""


def limit(memory: int) -> None:
    """Limits the additional memory of this process, in bytes, and the size of its files."""
    _limit_memory(memory)
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_memory(memory: int) -> None:
    held = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize() if sys.platform == "linux" else 0
    resource.setrlimit(resource.RLIMIT_DATA, (held + memory, resource.getrlimit(resource.RLIMIT_DATA)[1]))


@contextmanager
def lifted(memory: int) -> Iterator[None]:
    """Context manager that doubles the memory limit, so that the process can report that it ran out of memory."""
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
    try:
        yield
    finally:
        _limit_memory(memory)
